import TestKit
import Testing

@testable import Seam

struct ValueBoxTests {
    @Test func boxHasTheValue() {
        let box = ValueBox("some text that is too long to be stored inline")
        #expect(box.value(as: String.self) == "some text that is too long to be stored inline")
    }

    @Test func wordLeadsToTheValue() {
        let box = ValueBox([1, 2, 3])
        withExtendedLifetime(box) {
            let copy = copyOfBoxedValue(at: box.word, as: [Int].self)
            #expect(copy == [1, 2, 3])
        }
    }

    @Test func valueIsReleasedWithTheBox() {
        let dead = Counter()
        do {
            let box = ValueBox(DeinitAction { dead.increment() })
            #expect(dead.count == 0)
            withExtendedLifetime(box) {}
        }
        #expect(dead.count == 1)
    }

    @Test func copiesOutliveTheBox() {
        let copy: [String]
        do {
            let box = ValueBox(["a", "b"])
            copy = box.value(as: [String].self)
        }
        #expect(copy == ["a", "b"])
    }

    @Test func emptyValuesHaveABoxToo() {
        let box = ValueBox(())
        #expect(box.value(as: Void.self) == ())
    }

    @Test func anyValueIsACopyOfTheValue() {
        let dead = Counter()
        var box: ValueBox? = ValueBox([DeinitAction { dead.increment() }])
        var copy = box?.anyValue
        box = nil
        #expect((copy as? [DeinitAction])?.count == 1)
        #expect(dead.count == 0)
        copy = nil
        #expect(dead.count == 1)
    }

    @Test func anyValueHasTheTypeOfTheBox() {
        #expect(ValueBox(5 as Int?).anyValue as? Int == 5)
        #expect(ValueBox(Fixtures.Dog() as any Fixtures.Animal).anyValue is Fixtures.Dog)
        #expect((ValueBox({ 7 } as @Sendable () -> Int).anyValue as? @Sendable () -> Int)?() == 7)
    }

    @Test func copyOfAnUnknownTypeIsAValueOfItsOwn() {
        let dead = Counter()
        var original: ValueBox? = ValueBox(Fixtures.Wheels(count: 3))
        var object: ValueBox? = ValueBox(DeinitAction { dead.increment() })
        var copies: [ValueBox] = []
        for box in [original, object].compactMap(\.self) {
            copies.append(ValueBox(copying: box.address, of: box.type))
        }
        (original, object) = (nil, nil)
        #expect(copies[0].value(as: Fixtures.Wheels.self).count == 3)
        #expect(ObjectIdentifier(copies[1].type) == ObjectIdentifier(DeinitAction.self))
        #expect(dead.count == 0)
        copies = []
        #expect(dead.count == 1)
    }

    @Test func copyOfAnExistentialIsOfTheExistentialType() {
        let box = ValueBox(Fixtures.Dog() as any Fixtures.Animal)
        let copy = ValueBox(copying: box.address, of: (any Fixtures.Animal).self)
        #expect(ObjectIdentifier(copy.type) == ObjectIdentifier((any Fixtures.Animal).self))
        #expect(copy.value(as: (any Fixtures.Animal).self).sound == "woof")
        withExtendedLifetime(box) {}
    }

    @Test func boxOfAClosureReleasesItsContext() {
        let living = Counter()
        do {
            let counted = CountedObject(living)
            let box = ValueBox({ counted.isIntact } as @Sendable () -> Bool)
            #expect(box.value(as: (@Sendable () -> Bool).self)())
        }
        #expect(living.count == 0)
    }

    @Test func addressFitsEveryAlignment() {
        struct Wide: Equatable { let numbers: SIMD16<UInt64> }
        let (byte, wide) = (ValueBox(UInt8(7)), ValueBox(Wide(numbers: SIMD16(repeating: 5))))
        let pair = ValueBox(SIMD2<UInt64>(1, 2))
        #expect(UInt(bitPattern: wide.address) % UInt(MemoryLayout<Wide>.alignment) == 0)
        #expect(UInt(bitPattern: pair.address) % 16 == 0)
        #expect(byte.value(as: UInt8.self) == 7)
        #expect(wide.value(as: Wide.self) == Wide(numbers: SIMD16(repeating: 5)))
        #expect(pair.value(as: SIMD2<UInt64>.self) == SIMD2(1, 2))
    }

    @Test func threadsMayCopyAtOnce() throws {
        let box = ValueBox((0..<100).map { "\($0)" })
        let copies = try ThreadGroup.run(4) { _ in
            (0..<200).allSatisfy { _ in box.value(as: [String].self).count == 100 }
        }
        #expect(copies == [true, true, true, true])
    }

    // MARK: The memory of a value

    private struct Pair: Equatable, Sendable { var left = 7, right = 7 }
    private struct Triple: Equatable, Sendable { var left = 7, middle = 7, right = 7 }

    private static func takesExpiringInstance<Service: Equatable & Sendable>(of value: Service) -> Bool {
        let container = Container()
        container.register { value }.scope(.cached(for: .seconds(60), clock: ManualClock()))
        let built: Service = container.resolve()
        let lookup = container.lookUp(Signature(ObjectIdentifier(Service.self)), name: nil)
        guard built == value, case .indirect(.marked(let word)) = lookup.shortcut else {
            lookup.record.endReading()
            return false
        }
        return container.markedInstance(at: word, lookup.record) == Optional(value)
    }

    /// The memory of such a value ends before that of an Optional of it would: the address sanitizer sees a read too
    /// far.
    @Test func expiringValueIsTakenByTheShortcut() {
        #expect(Self.takesExpiringInstance(of: 7))
        #expect(Self.takesExpiringInstance(of: Pair()))
        #expect(Self.takesExpiringInstance(of: Triple()))
    }
}
