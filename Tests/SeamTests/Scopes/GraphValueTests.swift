import Seam
import Testing

private protocol Content: Sendable { var parcel: Parcel { get } }

private struct Small: Content {
    let parcel: Parcel
}

/// Does not fit into an existential.
private struct Large: Content {
    var first = (1, 2, 3, 4)
    let parcel: Parcel
}

private struct Words<Padding: Sendable>: Sendable {
    var padding: Padding
    let parcel: Parcel
}

private enum Choice: Sendable {
    case nothing
    case one(Parcel)
    case both(Int, Parcel)
}

private final class Mistake: Error {
    let parcel: Parcel
    init(_ parcel: Parcel) { self.parcel = parcel }
}

/// Values of every size and kind are shared within one request, and released at its end.
struct GraphValueTests {
    /// Checks that a value with a parcel in it is made once for a request, found unchanged, and released.
    private func check<Value>(
        _ make: @escaping @Sendable (Parcel) -> Value,
        parcel: @escaping @Sendable (Value) -> Parcel?
    ) {
        let (living, made) = (LivingCount(), Tally())
        let container = Container()
        container.register(Value.self) { () -> Value in
            made.next()
            return make(Parcel(living))
        }
        .scope(.graph)
        container.register([Parcel?].self, name: "found") { r in
            let direct = (0..<3).map { _ in parcel(r.resolve(Value.self)) }
            return direct + [parcel(r.resolve(Lazy<Value>.self).value), parcel(r.resolve(Provider<Value>.self)())]
        }
        for request in 1...2 {
            let parcels = container.resolve([Parcel?].self, name: "found")
            #expect(made.count == request)
            #expect(parcels.count == 5 && parcels.allSatisfy { $0 != nil && $0 === parcels[0] })
            #expect(parcels.allSatisfy { $0?.isIntact == true })
            withExtendedLifetime(parcels) { #expect(living.count == 1) }
        }
        #expect(living.count == 0)
        _ = container.resolve(Value.self)
        #expect(living.count == 0)
    }

    /// Checks the same for a value without a reference.
    private func check<Value: Equatable & Sendable>(plain values: [Value]) {
        let made = Tally()
        let container = Container()
        container.register(Value.self) { values[made.next() - 1] }.scope(.graph)
        container.register([Value].self, name: "found") { r in
            [r.resolve(Value.self), r.resolve(Lazy<Value>.self).value, r.resolve(Value.self)]
        }
        for value in values { #expect(container.resolve([Value].self, name: "found") == [value, value, value]) }
        #expect(made.count == values.count)
    }

    @Test func objects() {
        check({ $0 }, parcel: { $0 })
        check({ $0 as AnyObject }, parcel: { $0 as? Parcel })
    }

    @Test func structures() {
        check(Small.init, parcel: { $0.parcel })
        check({ Words(padding: (), parcel: $0) }, parcel: { $0.parcel })
        check({ Words(padding: (1, 2, 3, 4), parcel: $0) }, parcel: { $0.padding == (1, 2, 3, 4) ? $0.parcel : nil })
    }

    @Test func structuresWithoutRoom() {
        check(
            { Words(padding: (1, 2, 3, 4, 5), parcel: $0) },
            parcel: { $0.padding == (1, 2, 3, 4, 5) ? $0.parcel : nil }
        )
        check(
            { Words(padding: InlineArray<40, Int>(repeating: 7), parcel: $0) },
            parcel: { $0.padding[39] == 7 ? $0.parcel : nil }
        )
    }

    @Test func structuresThatAreAlignedMoreThanWords() {
        check(
            { Words(padding: SIMD2<Double>(1, 2), parcel: $0) },
            parcel: { $0.padding == [1, 2] ? $0.parcel : nil }
        )
        check(
            { Words(padding: SIMD8<Double>(repeating: 3), parcel: $0) },
            parcel: { $0.padding == SIMD8(repeating: 3) ? $0.parcel : nil }
        )
        check(plain: [SIMD2<Double>(1, 2), SIMD2<Double>(3, 4)])
        check(plain: [SIMD4<Int64>(repeating: 1), SIMD4<Int64>(repeating: 2)])
    }

    @Test func optionals() {
        check({ Optional($0) }, parcel: { $0 })
        check({ Optional(Optional($0)) }, parcel: { $0 ?? nil })
        check({ Optional(Large(parcel: $0)) }, parcel: { $0?.parcel })
        check({ Optional($0 as Any) }, parcel: { $0 as? Parcel })
    }

    @Test func absentOptionalsAreMadeOnce() {
        check(plain: [nil, 1, nil] as [Int?])
        check(plain: [nil, "text"] as [String?])
    }

    @Test func existentials() {
        check({ Small(parcel: $0) as any Content }, parcel: { $0.parcel })
        check({ Large(parcel: $0) as any Content }, parcel: { $0.parcel })
        check({ Large(parcel: $0) as Any }, parcel: { ($0 as? Large)?.parcel })
        check({ Large(parcel: $0) as any Content & CustomStringConvertible }, parcel: { $0.parcel })
        check({ Mistake($0) as any Error }, parcel: { ($0 as? Mistake)?.parcel })
        check({ Optional(Large(parcel: $0) as any Content) }, parcel: { $0?.parcel })
    }

    @Test func enumerations() {
        check({ Choice.one($0) }, parcel: { if case .one(let parcel) = $0 { parcel } else { nil } })
        check({ Choice.both(7, $0) }, parcel: { if case .both(7, let parcel) = $0 { parcel } else { nil } })
        check(plain: [Result<Int, Never>.success(1), .success(2)])
    }

    @Test func collections() {
        check({ ["parcel": $0] }, parcel: { $0["parcel"] })
        check({ ContiguousArray([$0, $0]) }, parcel: { $0.last })
        check({ (1, $0, "text") }, parcel: { $0.2 == "text" ? $0.1 : nil })
    }

    @Test func functions() {
        check({ parcel in { parcel } as @Sendable () -> Parcel }, parcel: { $0() })
        check({ parcel in { [parcel] _ in parcel } as @Sendable (Int) -> Parcel }, parcel: { $0(1) })
    }

    @Test func plainValues() {
        check(plain: ["short", "a string that is too long to stand in a word or two"])
        check(plain: [true, false])
        check(plain: [UInt8(1), 2])
        check(plain: [ObjectIdentifier(Int.self), ObjectIdentifier(String.self)])
    }

    @Test func valuesWithoutSize() {
        struct Nothing: Equatable, Sendable {}
        check(plain: [Nothing(), Nothing()])
    }

    @Test func typesThemselves() {
        let container = Container()
        let made = Tally()
        container.register((any Sendable.Type).self) { made.next() == 1 ? String.self : Int.self }.scope(.graph)
        container.register([ObjectIdentifier].self) { r in
            (0..<3).map { _ in ObjectIdentifier(r.resolve((any Sendable.Type).self)) }
        }
        let types = container.resolve([ObjectIdentifier].self)
        #expect(types == Array(repeating: ObjectIdentifier(String.self), count: 3))
        #expect(made.count == 1)
    }
}

extension Large: CustomStringConvertible {
    var description: String { "\(first)" }
}
