/// How a singleton stays single: the place of one kept instance, absent → building → ready.
///
/// The slot decides under its lock who builds and who waits, and never runs anything there. What is dropped is handed
/// to the caller, who releases it outside.
final class InstanceSlot: Sendable {
    /// What a request for the instance has to do.
    enum Decision {
        case use(KeptInstance)
        case build(Construction)
        case wait(Construction)
        /// The slot was taken out of its ``SlotSet``: ask that again.
        case moved
        /// The request has to look at its registration again.
        case outdated
    }

    private enum State {
        case absent
        case building(Construction)
        case ready(KeptInstance)
        case retired
    }

    private struct Content {
        var state = State.absent
        var storage: (any InstanceStorage)?
    }

    private let content = Lock(Content())
}

extension InstanceSlot {
    /// Says what a request has to do; where it has to build, the slot is its own from now on.
    ///
    /// The closures run under the lock: they must be short and run no user code.
    ///
    /// - Parameters:
    ///   - isCurrent: Whether what the caller knows of the registration is still true. Whoever changes it makes this
    ///     false and then drops what the slot has: a build that begins before is dropped, and none begins after.
    ///   - stale: An instance that the caller found unusable: its object is gone, or it is too old.
    ///   - unpublish: Hides a stale instance from lock-free readers.
    ///   - construction: Makes the construction to build with.
    func enter(
        stale: KeptInstance?,
        isCurrent: () -> Bool,
        unpublish: () -> Void,
        construction: () -> Construction
    ) -> (decision: Decision, dropped: KeptInstance?) {
        content.withLock { content in
            switch content.state {
            case .ready(let kept) where kept !== stale:
                return (.use(kept), nil)
            case .building(let construction):
                return (.wait(construction), nil)
            case .retired:
                return (.moved, nil)
            case .absent, .ready:
                guard isCurrent() else { return (.outdated, nil) }
                if stale != nil { unpublish() }
                let started = construction()
                content.state = .building(started)
                return (.build(started), stale)
            }
        }
    }

    /// Keeps the instance, unless the slot was dropped meanwhile.
    ///
    /// - Parameter publish: Runs under the lock, where the instance is kept; must be short and run no user code.
    /// - Returns: Whether it is kept.
    func publish(_ kept: KeptInstance, of construction: Construction, publish: () -> Void) -> Bool {
        content.withLock { content in
            guard case .building(let current) = content.state, current === construction else { return false }
            content.state = .ready(kept)
            publish()
            return true
        }
    }

    /// Frees the slot after a failure, for the next request to try again.
    func abandon(_ construction: Construction) {
        content.withLock { content in
            guard case .building(let current) = content.state, current === construction else { return }
            content.state = .absent
        }
    }

    /// Forgets the instance, and lets one that is being built go to whoever asked for it.
    ///
    /// A storage that somebody is building for goes with the build, so that its result does not disturb the next one.
    ///
    /// - Parameter unpublish: Runs under the lock; must be short and run no user code.
    /// - Returns: What was kept, to be released by the caller.
    func drop(unpublish: () -> Void) -> KeptInstance? {
        drop(leaving: .absent, unpublish: unpublish)
    }

    /// The same for a slot that was taken out of its set: who has found it before asks the set again.
    func retire() -> KeptInstance? {
        drop(leaving: .retired) {}
    }

    private func drop(leaving next: State, unpublish: () -> Void) -> KeptInstance? {
        let (kept, orphan) = content.withLock { content -> (KeptInstance?, (any InstanceStorage)?) in
            unpublish()
            let last = content.state
            if case .retired = last { return (nil, nil) }
            content.state = next
            if case .ready(let kept) = last { return (kept, nil) }
            guard case .building = last else { return (nil, nil) }
            defer { content.storage = nil }
            return (nil, content.storage)
        }
        withExtendedLifetime(orphan) {}
        return kept
    }

    /// The instance that is kept right now.
    var kept: KeptInstance? {
        content.withLock { content in
            if case .ready(let kept) = content.state { kept } else { nil }
        }
    }

    /// Takes the slot out of use if it keeps nothing and nobody builds in it.
    ///
    /// - Returns: Whether it is out of use.
    func retireIfVacant() -> Bool {
        let looked = kept
        let isGone = looked?.isGone ?? false
        return content.withLock { content in
            guard content.storage == nil else { return false }
            switch content.state {
            case .absent: content.state = .retired
            case .ready(let kept) where isGone && kept === looked: content.state = .retired
            case .ready, .building, .retired: break
            }
            if case .retired = content.state { return true }
            return false
        }
    }

    /// The user's storage, for a scope that has one; made by the one who builds.
    var storage: (any InstanceStorage)? { content.withLock { $0.storage } }

    /// Keeps a new storage for the builds to come, unless the slot was dropped during this one.
    func adopt(_ storage: any InstanceStorage, for construction: Construction) {
        content.withLock { content in
            guard case .building(let current) = content.state, current === construction else { return }
            content.storage = storage
        }
    }
}
