internal import Synchronization

/// The place of one kept instance: absent → building → ready, and retired in the end.
///
/// The slot decides under its lock which request builds and which wait, and never runs anything there. What is dropped is
/// handed to the caller, who releases it outside.
final class InstanceSlot: @unchecked Sendable {
    // Unchecked because of `successor`, which is guarded by the lock of the `SlotTable` that the slot stands in.

    /// What a request for the instance has to do.
    enum Decision {
        case use(CachedInstance)
        case wait(Build)
        /// The slot is the request's own, until it publishes or abandons the build.
        case build(Build)
        /// The slot is out of use: the request has to look at its registration again.
        case retired
    }

    fileprivate enum State {
        case absent
        case building(Build)
        case ready(CachedInstance)
        case retired
    }

    fileprivate struct Content {
        var state: State
        var storage: (any InstanceStorage)?
    }

    private let content: Lock<Content>
    /// The arguments that the slot stands for, if it does for any.
    let arguments: ArgumentKey?
    /// The next slot in the table whose arguments have the same hash.
    var successor: InstanceSlot?

    init(arguments: ArgumentKey? = nil, isRetired: Bool = false) {
        self.arguments = arguments
        content = Lock(Content(state: isRetired ? .retired : .absent))
    }
}

extension InstanceSlot {
    /// Decides what a request has to do.
    ///
    /// - Parameters:
    ///   - stale: An instance that the request found unusable: its object is gone, or it is too old.
    ///   - published: The word that lock-free readers look at.
    ///   - build: Makes the build; called under the lock.
    /// - Returns: The decision, and the stale instance for the caller to release.
    func enter(
        replacing stale: CachedInstance?,
        published: borrowing Atomic<UInt>,
        build: () -> Build
    ) -> (decision: Decision, dropped: CachedInstance?) {
        content.withLock { content in
            switch content.state {
            case .ready(let instance) where instance !== stale:
                return (.use(instance), nil)
            case .building(let build):
                return (.wait(build), nil)
            case .retired:
                return (.retired, nil)
            case .absent, .ready:
                var dropped: CachedInstance?
                if case .ready(let instance) = content.state {
                    published.store(0, ordering: .sequentiallyConsistent)
                    dropped = instance
                }
                let build = build()
                content.state = .building(build)
                return (.build(build), dropped)
            }
        }
    }

    /// Keeps the instance, unless the slot was dropped meanwhile.
    ///
    /// - Parameters:
    ///   - word: The word that lock-free readers find the instance by.
    ///   - published: The place where they look for it.
    /// - Returns: Whether it is kept.
    func publish(
        _ instance: CachedInstance,
        of build: Build,
        word: UInt,
        at published: borrowing Atomic<UInt>
    ) -> Bool {
        content.withLock { content in
            guard content.isBuilding(build) else { return false }
            content.state = .ready(instance)
            if word != 0 { published.store(word, ordering: .sequentiallyConsistent) }
            return true
        }
    }

    /// Frees the slot after a failure, for the next request to try again.
    func abandon(_ build: Build) {
        let orphan = content.withLock { content -> State? in
            guard content.isBuilding(build) else { return nil }
            defer { content.state = .absent }
            return content.state
        }
        withExtendedLifetime(orphan) {}
    }

    /// Forgets the instance; a build in progress finishes for its callers and is not kept.
    ///
    /// The storage of a scope that has one goes with a build in progress, so that its result does not disturb the next.
    ///
    /// - Parameters:
    ///   - published: The place where lock-free readers look for the instance.
    ///   - isRetiring: Whether the slot is out of use from now on.
    /// - Returns: The instance that was kept, for the caller to release under no lock.
    func drop(published: borrowing Atomic<UInt>, isRetiring: Bool = false) -> CachedInstance? {
        let old = content.withLock { content -> Content? in
            published.store(0, ordering: .sequentiallyConsistent)
            if case .retired = content.state { return nil }
            let old = content
            content.state = isRetiring ? .retired : .absent
            if case .building = old.state { content.storage = nil }
            if isRetiring { content.storage = nil }
            return old
        }
        guard let old, case .ready(let instance) = old.state else { return nil }
        return instance
    }

    /// Forgets one instance, if it is still the one that is kept, or is going to be.
    ///
    /// - Returns: Whether it was kept.
    func drop(_ instance: CachedInstance, of build: Build, published: borrowing Atomic<UInt>) -> Bool {
        content.withLock { content in
            if content.isBuilding(build) { content.state = .absent }
            guard case .ready(let current) = content.state, current === instance else { return false }
            published.store(0, ordering: .sequentiallyConsistent)
            content.state = .absent
            return true
        }
    }

    /// Puts another instance, or none, in the place of the one that is kept; a build in progress is not kept.
    ///
    /// - Returns: The instance that was kept, for the caller to release under no lock.
    func replace(by instance: CachedInstance?) -> CachedInstance? {
        content.withLock { content in
            let old = content.state
            if case .retired = old { return nil }
            content.state = instance.map { .ready($0) } ?? .absent
            if case .ready(let instance) = old { return instance }
            return nil
        }
    }

    /// Takes the slot out of use if nobody builds in it and it keeps nothing, or an instance that is of no use any more.
    ///
    /// - Parameter isUseless: Tells so; called under no lock.
    /// - Returns: Whether the slot is out of use, and the instance for the caller to release.
    func retire(if isUseless: (CachedInstance) -> Bool) -> (isRetired: Bool, dropped: CachedInstance?) {
        let found = instance
        let isUseless = found.map(isUseless) ?? false
        return content.withLock { content in
            guard content.storage == nil else { return (false, nil) }
            switch content.state {
            case .absent:
                content.state = .retired
                return (true, nil)
            case .ready(let current) where isUseless && current === found:
                content.state = .retired
                return (true, current)
            case .retired: return (true, nil)
            case .ready, .building: return (false, nil)
            }
        }
    }

    /// The instance that is kept right now.
    var instance: CachedInstance? {
        content.withLock { content in
            if case .ready(let instance) = content.state { instance } else { nil }
        }
    }

    /// The build that is under way right now.
    var buildUnderWay: Build? {
        content.withLock { content in
            if case .building(let build) = content.state { build } else { nil }
        }
    }

    /// The user's storage, for a scope that has one; made by the request that builds.
    var storage: (any InstanceStorage)? { content.withLock { $0.storage } }

    /// Keeps a new storage for the builds to come, unless the slot was dropped during this one.
    func adopt(_ storage: any InstanceStorage, for build: Build) {
        content.withLock { content in
            if content.isBuilding(build) { content.storage = storage }
        }
    }
}

extension InstanceSlot.Content {
    fileprivate func isBuilding(_ build: Build) -> Bool {
        if case .building(let current) = state { current === build } else { false }
    }
}
