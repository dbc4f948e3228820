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

struct WeakValueTests {
    /// Whether the value comes back while its object lives, and is gone afterwards.
    private func isHeldWeakly<Value>(_ make: () -> Value, isSame: (Value, Value) -> Bool) -> Bool {
        var box: WeakValue<Value>?
        do {
            let value = make()
            box = WeakValue(value)
            guard let back = box?.value, isSame(back, value), box?.isGone == false else { return false }
            withExtendedLifetime(value) {}
        }
        return box?.isGone == true && box?.value == nil
    }

    @Test func holdsObjectsWeakly() {
        #expect(isHeldWeakly({ Bell() }, isSame: { $0 === $1 }))
    }

    @Test func holdsExistentialsWeakly() {
        #expect(isHeldWeakly({ Bell() as any Sounding }, isSame: { $0 as AnyObject === $1 as AnyObject }))
        #expect(isHeldWeakly({ Bell() as any Moving }, isSame: { $0 === $1 }))
        #expect(isHeldWeakly({ Bell() as any Sounding & Moving }, isSame: { $0 === $1 }))
        #expect(isHeldWeakly({ Bell() as AnyObject }, isSame: { $0 === $1 }))
        #expect(isHeldWeakly({ Bell() as Any }, isSame: { $0 as AnyObject === $1 as AnyObject }))
    }

    @Test func holdsOptionalsWeakly() {
        #expect(isHeldWeakly({ Bell() as Bell? }, isSame: { $0 === $1 }))
        #expect(isHeldWeakly({ Bell() as (any Moving)? }, isSame: { $0 === $1 }))
        #expect(isHeldWeakly({ .some(.some(Bell())) as Bell?? }, isSame: { $0 as? Bell === $1 as? Bell }))
    }

    @Test func givesTheWitnessesBack() {
        let bell = Bell()
        #expect(WeakValue<any Sounding>(bell)?.value?.sound == "ding")
        #expect(WeakValue<any Sounding & Moving>(bell)?.value?.sound == "ding")
        #expect(WeakValue<(any Sounding)?>(bell)?.value??.sound == "ding")
    }

    @Test func refusesWhatIsNoObject() {
        #expect(WeakValue(Whistle()) == nil)
        #expect(WeakValue(Whistle() as any Sounding) == nil)
        #expect(WeakValue(Whistle() as Whistle?) == nil)
        #expect(WeakValue(nil as Bell?) == nil)
        #expect(WeakValue(Bell??.some(nil)) == nil)
        #expect(WeakValue(5) == nil)
        #expect(WeakValue("text") == nil)
        #expect(WeakValue([Bell()]) == nil)
        #expect(WeakValue({ 1 } as () -> Int) == nil)
        #expect(WeakValue(Bell.self as Any) == nil)
        #expect(WeakValue(()) == nil)
    }

    @Test func holdsNoReference() {
        let dead = Tally()
        let box: WeakValue<Farewell>?
        do {
            let object = Farewell { dead.next() }
            box = WeakValue(object)
            for _ in 0..<10 { _ = box?.value }
            #expect(dead.count == 0)
            withExtendedLifetime(object) {}
        }
        #expect(dead.count == 1)
        #expect(box?.value == nil)
    }

    @Test(.timeLimit(.minutes(15)))
    func threadsMayReadWhileTheObjectEnds() throws {
        for _ in 0..<50 {
            let owner = BellOwner()
            let box = try #require(WeakValue<any Sounding>(owner.bell.unsafelyUnwrapped))
            let sounds = try ThreadCrew.run(4) { thread -> Bool in
                if thread == 0 {
                    owner.bell = nil
                    return true
                }
                return (0..<100).allSatisfy { _ in box.value.map { $0.sound == "ding" } ?? true }
            }
            #expect(sounds.allSatisfy { $0 })
            #expect(box.isGone)
        }
    }
}

/// Holds the one strong reference to a bell.
private final class BellOwner: @unchecked Sendable {
    // Unchecked because one thread alone uses it once the others run.
    var bell: Bell? = Bell()
}
