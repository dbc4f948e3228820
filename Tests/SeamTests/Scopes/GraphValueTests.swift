import Seam
import TestKit
import Testing

private protocol Content: Sendable { var counted: CountedObject { get } }

private struct Small: Content {
    let counted: CountedObject
}

/// A value that does not fit into an existential.
private struct Large: Content {
    var first = (1, 2, 3, 4)
    let counted: CountedObject
}

private struct Words<Padding: Sendable>: Sendable {
    var padding: Padding
    let counted: CountedObject
}

private enum Choice: Sendable {
    case nothing
    case one(CountedObject)
    case both(Int, CountedObject)
}

private final class Mistake: Error {
    let counted: CountedObject
    init(_ counted: CountedObject) { self.counted = counted }
}

/// Values of every size and kind are shared within one request, and released at its end.
struct GraphValueTests {
    /// Checks that a value with a counted object in it is built once for a request, found unchanged, and released.
    private func check<Value>(
        _ make: @escaping @Sendable (CountedObject) -> Value,
        counted: @escaping @Sendable (Value) -> CountedObject?
    ) {
        let (living, made) = (Counter(), Counter())
        let container = Container()
        container.register(Value.self) { () -> Value in
            made.increment()
            return make(CountedObject(living))
        }
        .scope(.graph)
        container.register([CountedObject?].self, name: "found") { r in
            let direct = (0..<3).map { _ in counted(r.resolve(Value.self)) }
            return direct + [counted(r.resolve(Lazy<Value>.self).value), counted(r.resolve(Provider<Value>.self)())]
        }
        for request in 1...2 {
            let objects = container.resolve([CountedObject?].self, name: "found")
            #expect(made.count == request)
            #expect(objects.count == 5 && objects.allSatisfy { $0 != nil && $0 === objects[0] })
            #expect(objects.allSatisfy { $0?.isIntact == true })
            withExtendedLifetime(objects) { #expect(living.count == 1) }
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
        check({ $0 }, counted: { $0 })
        check({ $0 as AnyObject }, counted: { $0 as? CountedObject })
    }

    @Test func structuresAreShared() {
        check(Small.init, counted: { $0.counted })
        check({ Words(padding: (), counted: $0) }, counted: { $0.counted })
        check({ Words(padding: (1, 2, 3, 4), counted: $0) }, counted: { $0.padding == (1, 2, 3, 4) ? $0.counted : nil })
    }

    @Test func structuresWithoutRoomAreShared() {
        check(
            { Words(padding: (1, 2, 3, 4, 5), counted: $0) },
            counted: { $0.padding == (1, 2, 3, 4, 5) ? $0.counted : nil }
        )
        check(
            { Words(padding: InlineArray<40, Int>(repeating: 7), counted: $0) },
            counted: { $0.padding[39] == 7 ? $0.counted : nil }
        )
    }

    @Test func structuresThatAreAlignedMoreThanWordsAreShared() {
        check(
            { Words(padding: SIMD2<Double>(1, 2), counted: $0) },
            counted: { $0.padding == [1, 2] ? $0.counted : nil }
        )
        check(
            { Words(padding: SIMD8<Double>(repeating: 3), counted: $0) },
            counted: { $0.padding == SIMD8(repeating: 3) ? $0.counted : nil }
        )
        check(plain: [SIMD2<Double>(1, 2), SIMD2<Double>(3, 4)])
        check(plain: [SIMD4<Int64>(repeating: 1), SIMD4<Int64>(repeating: 2)])
    }

    @Test func optionalsAreShared() {
        check({ Optional($0) }, counted: { $0 })
        check({ Optional(Optional($0)) }, counted: { $0 ?? nil })
        check({ Optional(Large(counted: $0)) }, counted: { $0?.counted })
        check({ Optional($0 as Any) }, counted: { $0 as? CountedObject })
    }

    @Test func absentOptionalsAreBuiltOnce() {
        check(plain: [nil, 1, nil] as [Int?])
        check(plain: [nil, "text"] as [String?])
    }

    @Test func existentialsAreShared() {
        check({ Small(counted: $0) as any Content }, counted: { $0.counted })
        check({ Large(counted: $0) as any Content }, counted: { $0.counted })
        check({ Large(counted: $0) as Any }, counted: { ($0 as? Large)?.counted })
        check({ Large(counted: $0) as any Content & CustomStringConvertible }, counted: { $0.counted })
        check({ Mistake($0) as any Error }, counted: { ($0 as? Mistake)?.counted })
        check({ Optional(Large(counted: $0) as any Content) }, counted: { $0?.counted })
    }

    @Test func enumerationsAreShared() {
        check({ Choice.one($0) }, counted: { if case .one(let counted) = $0 { counted } else { nil } })
        check({ Choice.both(7, $0) }, counted: { if case .both(7, let counted) = $0 { counted } else { nil } })
        check(plain: [Result<Int, Never>.success(1), .success(2)])
    }

    @Test func collectionsAreShared() {
        check({ ["counted": $0] }, counted: { $0["counted"] })
        check({ ContiguousArray([$0, $0]) }, counted: { $0.last })
        check({ (1, $0, "text") }, counted: { $0.2 == "text" ? $0.1 : nil })
    }

    @Test func functionsAreShared() {
        check({ counted in { counted } as @Sendable () -> CountedObject }, counted: { $0() })
        check({ counted in { [counted] _ in counted } as @Sendable (Int) -> CountedObject }, counted: { $0(1) })
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
