import TestKit
import Testing

@testable import Seam

private protocol Sealed: Sendable {}
private protocol Stamped: AnyObject, Sendable {}

private class Envelope: Sealed, Stamped, @unchecked Sendable {
    // Unchecked because it is not final; nothing in it ever changes.
    private let content: CountedObject
    init(_ living: Counter) { content = CountedObject(living) }
    var isIntact: Bool { content.isIntact }
}

private final class LargeEnvelope: Envelope, @unchecked Sendable {
    let padding = (1, 2, 3, 4, 5, 6)
}

/// Reading a value takes exactly the reference that it returns.
struct WeakBoxReferenceTests {
    private func check<Value>(_ wrap: (LargeEnvelope) -> Value, envelope: (Value) -> AnyObject?) throws {
        let living = Counter()
        var object: LargeEnvelope? = LargeEnvelope(living)
        let box = object.flatMap { WeakBox(wrap($0)) }
        let weakly = try #require(box)
        #expect(isKnownUniquelyReferenced(&object))
        for _ in 0..<5_000 { _ = weakly.value(as: Value.self) }
        #expect(isKnownUniquelyReferenced(&object))
        do {
            let held = (0..<1_000).map { _ in weakly.value(as: Value.self) }
            #expect(!isKnownUniquelyReferenced(&object))
            #expect(held.allSatisfy { $0.flatMap(envelope) === object })
        }
        #expect(isKnownUniquelyReferenced(&object))
        do {
            let last = weakly.value(as: Value.self)
            object = nil
            #expect(living.count == 1)
            #expect(last.flatMap(envelope).flatMap { $0 as? Envelope }?.isIntact == true)
            for _ in 0..<1_000 { _ = weakly.value(as: Value.self) }
            #expect(living.count == 1)
            withExtendedLifetime(last) {}
        }
        #expect(living.count == 0)
        #expect(weakly.isGone)
        #expect(weakly.value(as: Value.self) == nil)
        #expect(!weakly.retainObject())
    }

    @Test func readOfAnObjectIsBalanced() throws {
        try check({ $0 }, envelope: { $0 })
        try check({ $0 as Envelope }, envelope: { $0 })
    }

    @Test func readOfAnExistentialIsBalanced() throws {
        try check({ $0 as any Sealed }, envelope: { $0 as AnyObject })
        try check({ $0 as any Stamped }, envelope: { $0 })
        try check({ $0 as any Sendable }, envelope: { $0 as AnyObject })
    }

    @Test func readOfAnExistentialOfSeveralProtocolsIsBalanced() throws {
        try check({ $0 as any Sealed & Stamped }, envelope: { $0 })
        try check({ $0 as any Envelope & Sealed }, envelope: { $0 })
        try check({ $0 as any Sealed & Sendable & SendableMetatype }, envelope: { $0 as AnyObject })
    }

    @Test func readOfAnyObjectAndAnyIsBalanced() throws {
        try check({ $0 as AnyObject }, envelope: { $0 })
        try check({ $0 as Any }, envelope: { $0 as AnyObject })
    }

    @Test func readOfAnOptionalIsBalanced() throws {
        try check({ Optional($0) }, envelope: { $0 })
        try check({ Optional(Optional($0)) }, envelope: { $0 ?? nil })
        try check({ Optional($0 as any Sealed) }, envelope: { $0.map { $0 as AnyObject } })
        try check({ Optional($0 as any Stamped) }, envelope: { $0 })
        try check({ Optional($0 as Any) }, envelope: { $0.map { $0 as AnyObject } })
    }

    @Test func readOfAnOptionalInAnyIsBalanced() throws {
        try check({ Optional($0) as Any }, envelope: { $0 as? LargeEnvelope })
    }

    @Test(.timeLimit(.minutes(15)))
    func readsOnManyThreadsAreBalanced() throws {
        let living = Counter()
        var object: LargeEnvelope? = LargeEnvelope(living)
        let made = object.flatMap { WeakBox($0 as any Sealed) }
        let box = try #require(made)
        let intact = try ThreadGroup.run(4) { _ in
            (0..<5_000).allSatisfy { _ in (box.value(as: (any Sealed).self) as? Envelope)?.isIntact == true }
        }
        #expect(intact == [true, true, true, true])
        #expect(isKnownUniquelyReferenced(&object))
        object = nil
        #expect(living.count == 0)
        #expect(box.value(as: (any Sealed).self) == nil)
    }
}
