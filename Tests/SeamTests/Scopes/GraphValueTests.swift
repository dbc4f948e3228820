import TestKit
import Seam
import Testing

private protocol Content: Sendable { var parcel: CountedObject { get } }

private struct Small: Content {
    let parcel: CountedObject
}

/// Does not fit into an existential.
private struct Large: Content {
    var first = (1, 2, 3, 4)
    let parcel: CountedObject
}

private struct Words<Padding: Sendable>: Sendable {
    var padding: Padding
    let parcel: CountedObject
}

private enum Choice: Sendable {
    case nothing
    case one(CountedObject)
    case both(Int, CountedObject)
}

private final class Mistake: Error {
    let parcel: CountedObject
    init(_ parcel: CountedObject) { self.parcel = parcel }
}

/// Values of every size and kind are shared within one request, and released at its end.
struct GraphValueTests {
    /// Checks that a value with a parcel in it is made once for a request, found unchanged, and released.
    private func check<Value>(
        _ make: @escaping @Sendable (CountedObject) -> Value,
        parcel: @escaping @Sendable (Value) -> CountedObject?
    ) {
        let (living, made) = (Counter(), Counter())
        let container = Container()
        container.register(Value.self) { () -> Value in
            made.increment()
            return make(CountedObject(living))
        }
        .scope(.graph)
        container.register([CountedObject?].self, name: "found") { r in
            let direct = (0..<3).map { _ in parcel(r.resolve(Value.self)) }
            return direct + [parcel(r.resolve(Lazy<Value>.self).value), parcel(r.resolve(Provider<Value>.self)())]
        }
        for request in 1...2 {
            let parcels = container.resolve([CountedObject?].self, name: "found")
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
        let made = Counter()
        let container = Container()
        container.register(Value.self) { values[made.increment() - 1] }.scope(.graph)
        container.register([Value].self, name: "found") { r in
            [r.resolve(Value.self), r.resolve(Lazy<Value>.self).value, r.resolve(Value.self)]
        }
        for value in values { #expect(container.resolve([Value].self, name: "found") == [value, value, value]) }
        #expect(made.count == values.count)
    }

    @Test func objectsAreShared() {
        check({ $0 }, parcel: { $0 })
        check({ $0 as AnyObject }, parcel: { $0 as? CountedObject })
    }

    @Test func structuresAreShared() {
        check(Small.init, parcel: { $0.parcel })
        check({ Words(padding: (), parcel: $0) }, parcel: { $0.parcel })
        check({ Words(padding: (1, 2, 3, 4), parcel: $0) }, parcel: { $0.padding == (1, 2, 3, 4) ? $0.parcel : nil })
    }

    @Test func structuresWithoutRoomAreShared() {
        check(
            { Words(padding: (1, 2, 3, 4, 5), parcel: $0) },
            parcel: { $0.padding == (1, 2, 3, 4, 5) ? $0.parcel : nil }
        )
        check(
            { Words(padding: InlineArray<40, Int>(repeating: 7), parcel: $0) },
            parcel: { $0.padding[39] == 7 ? $0.parcel : nil }
        )
    }

    @Test func structuresThatAreAlignedMoreThanWordsAreShared() {
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

    @Test func optionalsAreShared() {
        check({ Optional($0) }, parcel: { $0 })
        check({ Optional(Optional($0)) }, parcel: { $0 ?? nil })
        check({ Optional(Large(parcel: $0)) }, parcel: { $0?.parcel })
        check({ Optional($0 as Any) }, parcel: { $0 as? CountedObject })
    }

    @Test func absentOptionalsAreBuiltOnce() {
        check(plain: [nil, 1, nil] as [Int?])
        check(plain: [nil, "text"] as [String?])
    }

    @Test func existentialsAreShared() {
        check({ Small(parcel: $0) as any Content }, parcel: { $0.parcel })
        check({ Large(parcel: $0) as any Content }, parcel: { $0.parcel })
        check({ Large(parcel: $0) as Any }, parcel: { ($0 as? Large)?.parcel })
        check({ Large(parcel: $0) as any Content & CustomStringConvertible }, parcel: { $0.parcel })
        check({ Mistake($0) as any Error }, parcel: { ($0 as? Mistake)?.parcel })
        check({ Optional(Large(parcel: $0) as any Content) }, parcel: { $0?.parcel })
    }

    @Test func enumerationsAreShared() {
        check({ Choice.one($0) }, parcel: { if case .one(let parcel) = $0 { parcel } else { nil } })
        check({ Choice.both(7, $0) }, parcel: { if case .both(7, let parcel) = $0 { parcel } else { nil } })
        check(plain: [Result<Int, Never>.success(1), .success(2)])
    }

    @Test func collectionsAreShared() {
        check({ ["parcel": $0] }, parcel: { $0["parcel"] })
        check({ ContiguousArray([$0, $0]) }, parcel: { $0.last })
        check({ (1, $0, "text") }, parcel: { $0.2 == "text" ? $0.1 : nil })
    }

    @Test func functionsAreShared() {
        check({ parcel in { parcel } as @Sendable () -> CountedObject }, parcel: { $0() })
        check({ parcel in { [parcel] _ in parcel } as @Sendable (Int) -> CountedObject }, parcel: { $0(1) })
    }

    @Test func plainValuesAreShared() {
        check(plain: ["short", "a string that is too long to stand in a word or two"])
        check(plain: [true, false])
        check(plain: [UInt8(1), 2])
        check(plain: [ObjectIdentifier(Int.self), ObjectIdentifier(String.self)])
    }

    @Test func valuesWithoutSizeAreShared() {
        struct Nothing: Equatable, Sendable {}
        check(plain: [Nothing(), Nothing()])
    }

    @Test func typesThemselvesAreShared() {
        let container = Container()
        let made = Counter()
        container.register((any Sendable.Type).self) { made.increment() == 1 ? String.self : Int.self }.scope(.graph)
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
