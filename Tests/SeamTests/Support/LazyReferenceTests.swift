import TestKit
import Testing

@testable import Seam

/// An object that is made on first use.
struct LazyReferenceTests {
    private final class Owner: Sendable {
        let object = LazyReference<CountedObject>()
    }

    @Test func thereIsNoObjectUntilItIsNeeded() {
        let (owner, living) = (Owner(), Counter())
        #expect(owner.object.objectIfMade == nil)
        let made = owner.object.object(or: CountedObject(living))
        #expect(owner.object.objectIfMade === made)
    }

    @Test func objectIsMadeOnce() {
        let (owner, living) = (Owner(), Counter())
        let made = owner.object.object(or: CountedObject(living))
        for _ in 0..<10 { #expect(owner.object.object(or: CountedObject(living)) === made) }
        #expect(living.count == 1)
    }

    @Test func objectIsReleasedWithItsOwner() {
        let living = Counter()
        do {
            let owner = Owner()
            _ = owner.object.object(or: CountedObject(living))
            #expect(living.count == 1)
            withExtendedLifetime(owner) {}
        }
        #expect(living.count == 0)
    }

    @Test func ownerThatNeverNeededTheObjectIsReleased() {
        let owner = Box<Owner?>(Owner())
        let weakly = WeakReference(owner.withLock { $0 })
        owner.withLock { $0 = nil }
        #expect(weakly.object == nil)
    }

    @Test(.timeLimit(.minutes(15)))
    func threadsThatComeFirstAtOnceShareOneObject() throws {
        let living = Counter()
        let barriers = (0..<500).map { _ in Barrier(size: 4) }
        // A thread releases the captures of its body some time after its end, so the owners must not be among them.
        let owners = Box(barriers.map { _ in Owner() })
        @Sendable func makeObject(_ barrier: Barrier) -> CountedObject {
            // All threads have found no object before the first of them has made one.
            barrier.arrive()
            return CountedObject(living)
        }
        let identities = try ThreadGroup.run(4) { _ in
            zip(owners.withLock { $0 }, barriers)
                .map { owner, barrier in
                    ObjectIdentifier(owner.object.object(or: makeObject(barrier)))
                }
        }
        #expect(Set(identities).count == 1)
        #expect(living.count == 500)
        owners.withLock { $0 = [] }
        #expect(living.count == 0)
    }
}
