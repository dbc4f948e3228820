internal import Synchronization

/// The way in which a lazy value resolves its service.
struct LazyRequest: Sendable {
    let name: ServiceName?
    let list: any ArgumentList.Type
    /// The place of the lazy value in the source.
    let site: StaticCallSite
    /// An erased ``LazyClosure``; `nil` for a registered service without arguments.
    let closure: ErasedClosure?

    /// Creates the request for a registered service without arguments.
    init(name: consuming ServiceName?, site: StaticCallSite) {
        (self.name, list, self.site, closure) = (consume name, NoArguments.self, site, nil)
    }

    /// Creates the request for a service with arguments, or for a declared one.
    init<Service>(
        name: ServiceName?,
        _ list: any ArgumentList.Type,
        site: StaticCallSite,
        _ call: @escaping @Sendable (Container) throws(ResolutionError) -> Service
    ) {
        (self.name, self.list, self.site) = (name, list, site)
        closure = ErasedClosure(LazyClosure(call: call))
    }

    /// The key that errors name the service by.
    func key(of type: any Any.Type) -> ServiceKey { ServiceKey(type, arguments: list.types, name: name) }
}

/// The closure by which a lazy value resolves its service.
struct LazyClosure<Service> {
    let call: @Sendable (Container) throws(ResolutionError) -> Service
}

/// The state of a lazy value: bound to a container, being resolved, or resolved.
///
/// The value is resolved once, however many threads read it first: they wait for a ``Build``, as for that of a kept
/// instance. A resolved value has released its container, and is read without the lock.
///
/// The build is made when it is needed: by a request inside the attempt, or by a thread that waits for it. Most values
/// are resolved while nobody waits, and to make a build would then cost more than the value. The requests inside find
/// the binding by its address in a ``Frame``.
final class LazyBinding: @unchecked Sendable {
    // Unchecked because of `containerBinding`. While an attempt is under way, only the thread of the attempt uses the
    // property: in `resolve`, and then in `publish`, or in `abandon` if the attempt ends without a value. At any other
    // time, the holder of the lock uses it.

    /// A thread resolves the value, or the value waits to be published.
    fileprivate enum Attempt: Sendable {
        /// Nobody has needed a build; the waiter is the build that the attempt is part of.
        case begun(Waiter)
        case building(Build)
    }

    fileprivate struct State: Sendable {
        var attempt: Attempt?
        /// Whether a resolved value is kept as soon as the builds that it waits for are finished.
        ///
        /// Setting or releasing the value clears this.
        var isDelayed = false
        /// The value that was resolved, or that was set.
        var value: ValueBox?
    }

    private let type: any Any.Type
    let request: LazyRequest
    /// The container to ask: the current one after the first value.
    private(set) var containerBinding: ContainerBinding
    private let state: Lock<State>
    /// The word by which readers find the value without the lock; written under the lock.
    private let word: Atomic<InstanceWord>

    init(to container: consuming Container, _ request: consuming LazyRequest, of type: any Any.Type) {
        self.type = type
        self.request = consume request
        containerBinding = ContainerBinding(to: consume container)
        state = Lock(State())
        word = Atomic(.none)
    }

    /// Creates a binding that has its value already.
    ///
    /// After a release, the next read resolves the service without a name.
    init<Service>(value: Service, _ site: StaticCallSite) {
        let box = ValueBox(value)
        type = Service.self
        request = LazyRequest(name: nil, site: site)
        containerBinding = .unbound
        state = Lock(State(value: box))
        word = Atomic(box.word)
    }

    var isResolved: Bool { word.load(ordering: .relaxed) != .none }

    /// The word of the value, during a read; none if there is no value.
    var readyWord: InstanceWord { word.load(ordering: .sequentiallyConsistent) }

    func set<Service>(_ value: Service) { replaceValue(ValueBox(value)) }

    /// Releases the value; the next read resolves again.
    func release() { replaceValue(nil) }

    /// Replaces the value; an attempt under way goes on, for the readers that wait for it.
    private func replaceValue(_ value: ValueBox?) {
        let former = state.withLock { state -> (value: ValueBox?, container: ContainerBinding)? in
            state.isDelayed = false
            if value == nil, state.value == nil { return nil }
            word.store(value?.word ?? .none, ordering: .sequentiallyConsistent)
            return (exchange(&state.value, with: value), state.attempt == nil ? releaseContainer() : .unbound)
        }
        if former?.value != nil { Reclamation.waitForReaders() }
        // The former parts are released here, under no lock.
        withExtendedLifetime(former) {}
    }

    private func releaseContainer() -> ContainerBinding { exchange(&containerBinding, with: .unbound) }
}

// MARK: - Attempts

extension LazyBinding {
    /// The next step of a reader.
    enum Step {
        /// The reader enters an attempt, resolves the value, and publishes it.
        case resolve
        case wait
        case use(ValueBox)
    }

    /// Decides the next step of a reader, and begins the attempt if that is to resolve.
    ///
    /// - Parameter waiter: The build that the reader's attempt would be part of.
    func enter(for waiter: Waiter) -> Step {
        state.withLock { state in
            if let value = state.value { return .use(value) }
            guard state.attempt == nil else { return .wait }
            state.attempt = .begun(waiter)
            return .resolve
        }
    }

    /// Ends the attempt under way, and keeps its value unless another one was set meanwhile.
    ///
    /// - Returns: The build of the attempt, if it was given unfinished instances: its value is published later, when
    ///   the builds of those are finished.
    func publish(_ box: consuming ValueBox) -> Build? {
        let word = box.word
        var value = Optional(consume box)
        // The parts that are no longer needed are released when this returns, under no lock.
        let container = releaseContainer()
        let attempt = state.withLock { state -> Attempt? in
            if case .building = state.attempt { return state.attempt }
            state.keep(&value, word, at: self.word)
            return exchange(&state.attempt, with: nil)
        }
        withExtendedLifetime(container) {}
        guard case .building(let build) = attempt, let value else { return nil }
        let prerequisites = WaitGraph.unfinishedPrerequisites(of: build, instance: value)
        state.withLock { $0.isDelayed = true }
        WaitGraph.whenFinished(prerequisites[...], by: build) { self.publish(value, of: build) }
        return prerequisites.isEmpty ? nil : build
    }

    /// Publishes the value of an attempt with a build, as the instance of a slot is published.
    private func publish(_ value: ValueBox, of build: Build) {
        var kept = Optional(value)
        let ended = state.withLock { state in
            if exchange(&state.isDelayed, with: false) { state.keep(&kept, value.word, at: word) }
            return exchange(&state.attempt, with: nil)
        }
        WaitGraph.finish(build, .instance(value))
        withExtendedLifetime((ended, kept)) {}
    }

    /// The build of the attempt under way, which is made now if there is none; `nil` if there is no attempt.
    ///
    /// The requests that the attempt makes ask for it before they wait, so that their waits hold it up.
    func makeBuildIfNeeded() -> Build? {
        state.withLock { state in
            switch state.attempt {
            case nil: return nil
            case .building(let build): return build
            case .begun(let waiter):
                let build = Build(of: self, for: waiter)
                state.attempt = .building(build)
                return build
            }
        }
    }
}

extension LazyBinding.State {
    /// Takes a value, unless another one was set meanwhile, and shows its word to lock-free readers.
    fileprivate mutating func keep(
        _ fresh: inout ValueBox?,
        _ word: InstanceWord,
        at published: borrowing Atomic<InstanceWord>
    ) {
        guard value == nil else { return }
        swap(&value, &fresh)
        published.store(word, ordering: .releasing)
    }
}

extension LazyBinding: SlotlessService {
    /// Lets the next read try again.
    func abandon(_ build: Build) {
        state.withLockReleasing { state -> (ContainerBinding, Attempt?)? in
            guard case .building(let own) = state.attempt, own === build else { return nil }
            // A value that was set meanwhile needs no container.
            return (state.value == nil ? .unbound : releaseContainer(), exchange(&state.attempt, with: nil))
        }
    }
}

extension LazyBinding: BoundToThread {
    func threadEnds() { makeBuildIfNeeded()?.threadEnds() }
}

extension LazyBinding: Keyed {
    var key: ServiceKey { request.key(of: type) }
}
