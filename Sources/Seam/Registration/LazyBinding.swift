internal import Synchronization

/// The way in which a lazy value resolves its service.
struct LazyRequest: Sendable {
    /// The name of the service.
    let name: ServiceName?
    /// The types of the arguments.
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
    // Unchecked because of `container`: while `isResolving` is set, only the thread that resolves the value uses it, in
    // `enterAttempt`, and then in `publish` or, if it is left behind, in `abandon`; otherwise whoever holds the lock.

    fileprivate struct State: Sendable {
        /// Whether a thread resolves the value, or the value waits to be published.
        var isResolving = false
        /// Whether a resolved value is kept as soon as the builds that it waits for are finished.
        ///
        /// To set or to release the value clears this.
        var isDelayed = false
        /// The value that was resolved, or that was set.
        var value: ValueBox?
        /// The build that the attempt under way is part of.
        var waiter = Waiter()
        /// The build of the value, if it was needed.
        var build: Build?
    }

    private let type: any Any.Type
    let request: LazyRequest
    /// The container to ask: the current one after the first value.
    private var container: ContainerBinding
    private let state: Lock<State>
    /// The word by which readers find the value without the lock; written under the lock.
    private let word: Atomic<InstanceWord>

    init(to container: consuming Container, _ request: consuming LazyRequest, of type: any Any.Type) {
        self.type = type
        self.request = consume request
        self.container = ContainerBinding(to: consume container)
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
        container = .unbound
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
            return (exchange(&state.value, with: value), state.isResolving ? .unbound : releaseContainer())
        }
        if former?.value != nil { Reclamation.waitForReaders() }
        // The former parts are released here, under no lock.
        withExtendedLifetime(former) {}
    }

    private func releaseContainer() -> ContainerBinding { exchange(&container, with: .unbound) }
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

    /// Decides the next step of a reader.
    ///
    /// - Parameter waiter: The build that the reader's attempt would be part of.
    func enter(for waiter: consuming Waiter) -> Step {
        var waiter = consume waiter
        return state.withLock { state in
            if let value = state.value { return .use(value) }
            guard !state.isResolving else { return .wait }
            state.isResolving = true
            swap(&state.waiter, &waiter)
            return .resolve
        }
    }

    /// Enters the frames of the attempt under way, on the thread that makes it.
    ///
    /// - Parameter holder: Keeps the container alive during the attempt, if the binding does not.
    /// - Returns: The container to ask, or `nil` if it is gone; and, if a second frame was entered, its dependencies,
    ///   for the caller to hold until it leaves the frame.
    func enterAttempt(
        on record: ThreadRecord,
        holder: inout Container?
    ) -> (container: Borrowed<Container>?, noted: Dependencies?) {
        record.enterContext(for: self)
        guard let source = container.borrowed(holder: &holder) else { return (nil, nil) }
        return (source, source.use { container.enter($0, record) })
    }

    /// Ends the attempt under way, and keeps its value unless another one was set meanwhile.
    ///
    /// - Returns: The build of the attempt, if its value is published later, when the builds are finished whose
    ///   unfinished instances it was given.
    func publish(_ box: consuming ValueBox) -> Build? {
        let word = box.word
        var value = Optional(consume box)
        // The parts that are needed no more are released when this returns, under no lock.
        let container = releaseContainer()
        let (build, waiter) = state.withLock { state -> (Build?, Waiter) in
            guard state.build == nil else { return (state.build, Waiter()) }
            state.keep(&value, word, at: self.word)
            return state.endAttempt()
        }
        withExtendedLifetime((container, waiter)) {}
        guard let build, let value else { return nil }
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
            return state.endAttempt()
        }
        WaitGraph.finish(build, .instance(value))
        withExtendedLifetime((ended, kept)) {}
    }

    /// The build of the attempt under way, which is made now if it was not needed before; `nil` if there is no attempt.
    ///
    /// The requests that the attempt makes ask for it before they wait, so that their waits hold it up.
    func makeBuildIfNeeded() -> Build? {
        state.withLock { state in
            guard state.isResolving else { return nil }
            let build = state.build ?? Build(of: self, for: state.waiter)
            state.build = build
            return build
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

    /// - Returns: The parts that are needed no more, for the caller to release under no lock.
    fileprivate mutating func endAttempt() -> (Build?, Waiter) {
        isResolving = false
        return (exchange(&build, with: nil), exchange(&waiter, with: Waiter()))
    }
}

extension LazyBinding: SlotlessService {
    /// Lets the next read try again.
    func abandon(_ build: Build) {
        state.withLockReleasing { state -> (ContainerBinding, (Build?, Waiter))? in
            guard state.isResolving, state.build === build else { return nil }
            // A value that was set meanwhile needs no container.
            return (state.value == nil ? .unbound : releaseContainer(), state.endAttempt())
        }
    }
}

extension LazyBinding: BoundToThread {
    func threadEnds() { makeBuildIfNeeded()?.threadEnds() }
}

extension LazyBinding: Keyed {
    var key: ServiceKey { request.key(of: type) }
}
