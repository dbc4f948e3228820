import TestKit
import Testing

@testable import Seam

private protocol Sounding: Sendable { var sound: String { get } }
private protocol Moving: AnyObject, Sendable {}

private final class Bell: Sounding, Moving {
    let sound = "ding"
}

private struct Whistle: Sounding {
    let sound = "fweet"
}

struct WeakBoxTests {
    /// Whether the box returns the value while its object lives, and `nil` afterwards.
    private func isHeldWeakly<Value>(_ make: () -> Value, isSame: (Value, Value) -> Bool) -> Bool {
        var box: WeakBox?
        do {
            let value = make()
            box = WeakBox(value)
            guard let back = box?.value(as: Value.self), isSame(back, value), box?.isGone == false else { return false }
            withExtendedLifetime(value) {}
        }
        return box?.isGone == true && box?.value(as: Value.self) == nil
    }

    @Test func boxHoldsObjectsWeakly() {
        #expect(isHeldWeakly({ Bell() }, isSame: { $0 === $1 }))
    }

    @Test func boxHoldsExistentialsWeakly() {
        #expect(isHeldWeakly({ Bell() as any Sounding }, isSame: { $0 as AnyObject === $1 as AnyObject }))
        #expect(isHeldWeakly({ Bell() as any Moving }, isSame: { $0 === $1 }))
        #expect(isHeldWeakly({ Bell() as any Sounding & Moving }, isSame: { $0 === $1 }))
        #expect(isHeldWeakly({ Bell() as AnyObject }, isSame: { $0 === $1 }))
        #expect(isHeldWeakly({ Bell() as Any }, isSame: { $0 as AnyObject === $1 as AnyObject }))
    }

    @Test func boxHoldsOptionalsWeakly() {
        #expect(isHeldWeakly({ Bell() as Bell? }, isSame: { $0 === $1 }))
        #expect(isHeldWeakly({ Bell() as (any Moving)? }, isSame: { $0 === $1 }))
        #expect(isHeldWeakly({ .some(.some(Bell())) as Bell?? }, isSame: { $0 as? Bell === $1 as? Bell }))
    }

    @Test func boxReturnsValuesWithTheirWitnesses() {
        let bell = Bell()
        #expect(WeakBox(bell as any Sounding)?.value(as: (any Sounding).self)?.sound == "ding")
        #expect(WeakBox(bell as any Sounding & Moving)?.value(as: (any Sounding & Moving).self)?.sound == "ding")
        #expect(WeakBox(bell as (any Sounding)?)?.value(as: (any Sounding)?.self)??.sound == "ding")
    }

    @Test func boxRefusesValuesThatAreNoObjects() {
        #expect(WeakBox(Whistle()) == nil)
        #expect(WeakBox(Whistle() as any Sounding) == nil)
        #expect(WeakBox(Whistle() as Whistle?) == nil)
        #expect(WeakBox(nil as Bell?) == nil)
        #expect(WeakBox(Bell??.some(nil)) == nil)
        #expect(WeakBox(5) == nil)
        #expect(WeakBox("text") == nil)
        #expect(WeakBox([Bell()]) == nil)
        #expect(WeakBox({ 1 } as () -> Int) == nil)
        #expect(WeakBox(Bell.self as Any) == nil)
        #expect(WeakBox(()) == nil)
    }

    @Test func boxHoldsNoReference() {
        let dead = Counter()
        let box: WeakBox?
        do {
            let object = DeinitAction { dead.increment() }
            box = WeakBox(object)
            for _ in 0..<10 { _ = box?.value(as: DeinitAction.self) }
            #expect(dead.count == 0)
            withExtendedLifetime(object) {}
        }
        #expect(dead.count == 1)
        #expect(box?.value(as: DeinitAction.self) == nil)
    }

    @Test(.timeLimit(.minutes(15)))
    func threadsMayReadWhileTheObjectEnds() throws {
        for _ in 0..<50 {
            let owner = BellOwner()
            let box = try #require(WeakBox(owner.bell.unsafelyUnwrapped as any Sounding))
            let sounds = try ThreadGroup.run(4) { thread -> Bool in
                if thread == 0 {
                    owner.bell = nil
                    return true
                }
                return (0..<100)
                    .allSatisfy { _ in box.value(as: (any Sounding).self).map { $0.sound == "ding" } ?? true }
            }
            #expect(sounds.allSatisfy { $0 })
            #expect(box.isGone)
        }
    }
}

/// Holds the one strong reference to a bell.
private final class BellOwner: @unchecked Sendable {
    // Unchecked because only one thread uses it while the others run.
    var bell: Bell? = Bell()
}
