/// The building of one kept instance: from the call of its factory to the end of its last `onCreate` hook.
///
/// A request that finds a build under way waits for it; ``WaitGraph`` knows who waits for whom, and guards the state.
final class Build: @unchecked Sendable {
    // Unchecked because of the variables, which only `WaitGraph` touches, under its lock.

    enum Phase {
        /// The factory or a decorator runs.
        case running
        /// The instance is built, and its hooks run: only requests of the same resolution may see it.
        case completing(ValueBox)
        case finished(Result<ValueBox, ResolutionError>)
    }

    let service: any Keyed
    /// Whether the parent may end without this one: it was begun by a task that the parent's factory may not await.
    let isAside: Bool
    /// The dependencies of the instance, or of the one that it becomes part of.
    let dependencies: Dependencies?

    /// The build that this one is part of, as long as that cannot end before it.
    var parent: Build?
    var phase = Phase.running
    /// The waits for this build.
    var waits: [Int: WaitGraph.Wait] = [:]
    /// The waits of this build and of those that are part of it, which have to end before it can.
    var obstacles: [Int: WaitGraph.Obstacle] = [:]
    /// The builds whose unfinished instances this one was given; nobody outside sees its own before they are finished.
    var lenders: [Build] = []

    init(of service: any Keyed, for waiter: Waiter = Waiter(), dependencies: Dependencies?) {
        self.service = service
        parent = waiter.build
        isAside = waiter.isAside
        self.dependencies = dependencies
    }
}

/// A party that waits: the build that a request is made for, if it is made for one.
struct Waiter: Sendable {
    var build: Build?
    /// Whether the build may end without the request: it is made by another task than the one that runs the factory.
    var isAside = false
}

/// The dependencies of a kept instance: the slots that it was given instances of, while it was built and later through
/// lazy values.
///
/// These are the edges that a shutdown follows. Holds neither the instance nor its dependencies, so that a lazy value
/// inside the instance may hold it.
final class Dependencies: Sendable {
    /// The containers that keep the instance, or one that it is part of.
    let keepers: Set<ObjectIdentifier>
    private let given = DeferredLock<Given>()

    private struct Given {
        var slots: [ObjectIdentifier: WeakSlot] = [:]
        var purgeAt = 32
    }

    private struct WeakSlot {
        weak var slot: InstanceSlot?
    }

    /// - Parameters:
    ///   - keeper: The container that keeps the instance, unless it is held weakly.
    ///   - outer: The dependencies of the instance that this one is built for.
    init(keeper: ObjectIdentifier?, outer: Dependencies?) {
        let above = outer?.keepers ?? []
        keepers = keeper.map { above.contains($0) ? above : above.union([$0]) } ?? above
    }

    /// Notes that the instance was given another kept one.
    ///
    /// - Complexity: O(1), amortized; slots that are gone are forgotten whenever their number has doubled.
    func note(_ slot: InstanceSlot) {
        let looked = given.withLock(initial: Given()) { given -> [InstanceSlot?] in
            let known = given.slots[ObjectIdentifier(slot)]?.slot
            guard known !== slot else { return [known] }
            defer { given.slots[ObjectIdentifier(slot)] = WeakSlot(slot: slot) }
            guard given.slots.count >= given.purgeAt else { return [known] }
            let living = given.slots.values.compactMap(\.slot)
            given.slots = Dictionary(
                uniqueKeysWithValues: living.map { (ObjectIdentifier($0), WeakSlot(slot: $0)) }
            )
            given.purgeAt = max(32, living.count * 2)
            return living
        }
        // Those looked at may be the last references by then: they are released outside the lock.
        withExtendedLifetime(looked) {}
    }

    /// The slots of the dependencies that still exist.
    var slots: [InstanceSlot] { given.withLockIfMade { $0.slots.values.compactMap(\.slot) } ?? [] }
}
