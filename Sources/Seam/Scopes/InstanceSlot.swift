internal import Synchronization

/// The place of one kept instance: absent → building → ready, and retired in the end.
///
/// The slot decides under its lock which request builds and which requests wait, and runs no user code there. Instances
/// that are dropped are returned to the caller, which releases them outside the lock.
final class InstanceSlot: Sendable {
    /// The next step of a request for the instance.
    enum Decision {
        /// The request uses the instance.
        case use(CachedInstance)
        /// The request waits for the build of another request.
        case wait(Build)
        /// The request builds, and then publishes or abandons the build.
        case build(Build)
        /// The request is outdated, and has to find its registration anew; the slot stays for others.
        case outdated
        /// The slot is out of use: the request has to find its registration anew.
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
        /// The word by which lock-free readers find the instance; none if they do not.
        var word = InstanceWord.none
        var storage: (any InstanceStorage)?
    }

    private let content: Lock<Content>
    /// The arguments of the instance, if there are any.
    let arguments: ArgumentKey?

    init(arguments: ArgumentKey? = nil, isRetired: Bool = false) {
        self.arguments = arguments
        content = Lock(Content(state: isRetired ? .retired : .absent))
    }
}

extension InstanceSlot {
    /// Decides the next step of a request.
    ///
    /// A request that cannot use the instance, because it is gone or too old, drops it and enters again.
    ///
    /// - Parameter build: A closure that makes the build, or returns `nil` if the request is outdated; it is called
    ///   under the lock.
    func enter(build: () -> Build?) -> Decision {
        content.withLock { content in
            switch content.state {
            case .ready(let instance): return .use(instance)
            case .building(let build): return .wait(build)
            case .retired: return .retired
            case .absent:
                guard let build = build() else { return .outdated }
                content.state = .building(build)
                return .build(build)
            }
        }
    }

    /// Keeps the instance, unless the slot was dropped meanwhile.
    ///
    /// - Parameters:
    ///   - word: The word to publish for lock-free readers, or ``InstanceWord/none``.
    ///   - published: The place of that word.
    /// - Returns: Whether it is kept.
    func publish(
        _ instance: CachedInstance,
        of build: Build,
        word: InstanceWord,
        at published: borrowing Atomic<InstanceWord>
    ) -> Bool {
        content.withLock { content in
            guard content.isBuilding(build) else { return false }
            (content.state, content.word) = (.ready(instance), word)
            if word != .none { published.store(word, ordering: .sequentiallyConsistent) }
            return true
        }
    }

    /// Frees the slot of a build that has failed, or that is not to be kept, for the next request to build.
    func abandon(_ build: Build) {
        content.withLockReleasing { content -> State? in
            guard content.isBuilding(build) else { return nil }
            return exchange(&content.state, with: .absent)
        }
    }

    /// Drops the instance; a build in progress finishes for its callers and is not kept.
    ///
    /// A user's storage is dropped with a build in progress, which may still write its result there.
    ///
    /// - Parameters:
    ///   - published: The place of the word that lock-free readers find the instance by.
    ///   - isRetiring: Whether the slot is out of use from now on.
    /// - Returns: The instance, for the caller to release under no lock.
    func drop(published: borrowing Atomic<InstanceWord>, isRetiring: Bool = false) -> CachedInstance? {
        let old = content.withLock { content -> (state: State, storage: (any InstanceStorage)?) in
            if case .retired = content.state { return (.retired, nil) }
            content.withdraw(from: published)
            let state = exchange(&content.state, with: isRetiring ? .retired : .absent)
            if case .building = state { return (state, exchange(&content.storage, with: nil)) }
            return (state, isRetiring ? exchange(&content.storage, with: nil) : nil)
        }
        return if case .ready(let instance) = old.state { instance } else { nil }
    }

    /// Drops one instance, if the slot keeps it, or is going to keep it.
    ///
    /// - Parameters:
    ///   - build: The build that is going to keep the instance, if that is known; it finishes and is not kept.
    ///   - published: The place of the word that lock-free readers find the instance by.
    /// - Returns: Whether the slot has kept it, or was going to.
    func drop(_ instance: CachedInstance, of build: Build? = nil, published: borrowing Atomic<InstanceWord>) -> Bool {
        content.withLock { content in
            if let build, content.isBuilding(build) {
                // The caller holds both: the storage is that of the instance.
                (content.state, content.storage) = (.absent, nil)
                return true
            }
            guard case .ready(let current) = content.state, current === instance else { return false }
            content.withdraw(from: published)
            content.state = .absent
            return true
        }
    }

    /// Takes the slot out of use, if it neither keeps a useful instance nor has a build in progress.
    ///
    /// Called only for slots with arguments: their instances have no word for lock-free readers, so none is withdrawn.
    ///
    /// - Parameter isUseless: Whether an instance is of no use; called under no lock.
    /// - Returns: Whether the slot is out of use, and its instance for the caller to release.
    func retire(if isUseless: (CachedInstance) -> Bool) -> (isRetired: Bool, dropped: CachedInstance?) {
        let found = instance
        let isUseless = found.map(isUseless) ?? false
        return content.withLock { content in
            // A storage belongs to the program, which may fill it again.
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

    /// The instance, if it is held strongly and not too old; may call the user's clock.
    var freshBox: ValueBox? {
        // Only the box of an instance without an age limit is retained under the lock. Another one is retained whole,
        // and its clock is asked outside.
        let (box, other) = content.withLock { content -> (ValueBox?, CachedInstance?) in
            guard case .ready(let instance) = content.state else { return (nil, nil) }
            if let box = instance.lastingBox { return (box, nil) }
            return (nil, instance)
        }
        return box ?? other?.freshBox
    }

    /// The build that is under way right now.
    var buildUnderWay: Build? {
        content.withLock { content in
            if case .building(let build) = content.state { build } else { nil }
        }
    }

    /// The user's storage, if the scope has one; the request that builds makes it.
    var storage: (any InstanceStorage)? { content.withLock { $0.storage } }

    /// Keeps a new storage for later builds, unless this one has left the slot.
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

    /// Hides the instance from lock-free readers; leaves the word of another slot, which may be published meanwhile.
    fileprivate mutating func withdraw(from published: borrowing Atomic<InstanceWord>) {
        guard word != .none else { return }
        _ = published.compareExchange(expected: word, desired: .none, ordering: .sequentiallyConsistent)
        word = .none
    }
}
