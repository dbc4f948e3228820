import TestKit
import Testing

@testable import Seam

/// A lock that is made when its state is first needed.
struct DeferredLockTests {
    private final class Owner<State: Sendable>: Sendable {
        let lock = DeferredLock<State>()
    }

    /// A state whose alignment is larger than that of the lock before it.
    private struct Wide {
        var vector = SIMD8<Double>(repeating: 1)
        var object: DeinitAction
    }

    @Test func lockHasNoStateUntilItIsNeeded() {
        let owner = Owner<Int>()
        #expect(owner.lock.withLockIfMade { $0 } == nil)
        #expect(owner.lock.withLock(initial: 5) { $0 } == 5)
        #expect(owner.lock.withLockIfMade { $0 } == 5)
    }

    @Test func stateIsMadeOnce() {
        let owner = Owner<Int>()
        owner.lock.withLock(initial: 1) { $0 += 1 }
        owner.lock.withLock(initial: 100) { $0 += 1 }
        owner.lock.withLockIfMade { $0 += 1 }
        #expect(owner.lock.withLockIfMade { $0 } == 4)
    }

    @Test func initialStateIsMadeOnlyIfItIsUsed() {
        let owner = Owner<Int>()
        let made = Counter()
        for _ in 0..<10 { owner.lock.withLock(initial: made.increment()) { $0 += 1 } }
        #expect(made.count == 1)
        #expect(owner.lock.withLockIfMade { $0 } == 11)
    }

    @Test func stateIsReleasedWithItsOwner() {
        let living = Counter()
        do {
            let owner = Owner<CountedObject>()
            owner.lock.withLock(initial: CountedObject(living)) { $0 = CountedObject(living) }
            #expect(living.count == 1)
            withExtendedLifetime(owner) {}
        }
        #expect(living.count == 0)
    }

    @Test func ownerThatNeverNeededTheLockIsReleased() {
        let owner = Box<Owner<CountedObject>?>(Owner())
        weak let weakly = owner.withLock { $0 }
        owner.withLock { $0 = nil }
        #expect(weakly == nil)
    }

    @Test func stateIsAligned() {
        let dead = Counter()
        do {
            let owner = Owner<Wide>()
            owner.lock.withLock(initial: Wide(object: DeinitAction { dead.increment() })) { state in
                let address = withUnsafePointer(to: &state.vector) { UInt(bitPattern: $0) }
                #expect(address % UInt(MemoryLayout<Wide>.alignment) == 0)
                state.vector += 1
            }
            #expect(owner.lock.withLockIfMade { $0.vector } == SIMD8(repeating: 2))
        }
        #expect(dead.count == 1)
    }

    @Test(.timeLimit(.minutes(15)))
    func threadsThatLockFirstAtOnceShareOneState() throws {
        let living = Counter()
        let barriers = (0..<500).map { _ in Barrier(size: 4) }
        // A thread releases the captures of its body some time after its end, so the owners must not be among them.
        let owners = Box(barriers.map { _ in Owner<(count: Int, counted: CountedObject)>() })
        @Sendable func makeState(_ barrier: Barrier) -> (count: Int, counted: CountedObject) {
            // All threads have found no state before the first of them has made one.
            barrier.arrive()
            return (0, CountedObject(living))
        }
        try ThreadGroup.run(4) { _ in
            for (owner, barrier) in zip(owners.withLock { $0 }, barriers) {
                owner.lock.withLock(initial: makeState(barrier)) { $0.count += 1 }
            }
        }
        let areWhole = owners.withLock { owners in
            owners.allSatisfy { $0.lock.withLockIfMade { $0.count == 4 && $0.counted.isIntact } == true }
        }
        #expect(areWhole)
        #expect(living.count == 500)
        owners.withLock { $0 = [] }
        #expect(living.count == 0)
    }

    @Test(.timeLimit(.minutes(15)))
    func threadThatFindsTheStateFindsItWhole() throws {
        let owners = (0..<500).map { _ in Owner<[Int]>() }
        let broken = try ThreadGroup.run(4) { thread -> Int in
            var broken = 0
            for owner in owners {
                if thread == 0 {
                    owner.lock.withLock(initial: [1, 2, 3]) { $0.append(4) }
                } else if let state = owner.lock.withLockIfMade({ $0 }), state != [1, 2, 3], state != [1, 2, 3, 4] {
                    // The initial state is whole: the lock can be found before the thread that made it has taken it.
                    broken += 1
                }
            }
            return broken
        }
        #expect(broken == [0, 0, 0, 0])
    }
}
