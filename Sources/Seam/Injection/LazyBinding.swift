internal import Synchronization

/// The way in which a lazy value resolves its service.
struct LazyRequest: Sendable {
    /// The name of the service.
    var name: ServiceName?
    /// The types of the arguments.
    var list: any ArgumentList.Type = NoArguments.self
    /// The place of the lazy value in the source.
    let site: StaticCallSite
    /// An erased ``LazyClosure``, if the service takes arguments or is a declared one.
    var closure: ErasedClosure?

    /// The service.
    ///
    /// - Precondition: `Service` is the type that the lazy value was made with.
    func instance<Service>(from container: Container) throws(ResolutionError) -> Service {
        guard let closure else {
            return try container.instance(of: Service.self, name: name, arguments: NoArguments(), site: site)
        }
        return try closure.typed(as: LazyClosure<Service>.self).call(container)
    }
}

/// The closure by which a lazy value resolves its service.
struct LazyClosure<Service> {
    let call: @Sendable (Container) throws(ResolutionError) -> Service
}

/// The state of a lazy value: bound to a container, being resolved, or resolved.
///
/// The value is resolved once, however many threads read it first: they wait for a ``Build``, as for that of a kept
/// instance. The build is made when it is needed, since most values are resolved while nobody waits. A resolved value
/// has released its container, and is read without the lock.
final class LazyBinding: BuildOnDemand, @unchecked Sendable {
    // Unchecked because the superclass is, and because of `container`: while `isResolving` is set, only the thread that
    // resolves the value uses it; otherwise whoever holds the lock.

    fileprivate struct State: Sendable {
        /// Whether a thread resolves the value.
        var isResolving = false
        /// The value that was resolved, or that was set.
        var value: ValueBox?
        /// The build that the attempt under way is part of.
        var waiter = Waiter()
        /// The build of the value, if it was needed.
        var build: Build?
    }

    /// The next step of a reader.
    private enum Step {
        case resolve
        case wait
        case use(ValueBox)
    }

    private let type: any Any.Type
    private let request: LazyRequest
    /// The container, and the current one once there was a value.
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
        request = LazyRequest(site: site)
        container = .unbound
        state = Lock(State(value: box))
        word = Atomic(box.word)
    }

    var isResolved: Bool { word.load(ordering: .relaxed) != .none }

    /// The value; the first read resolves it.
    ///
    /// - Precondition: `Service` is the type that the binding was made with, here and below.
    func value<Service>(as _: Service.Type) -> Service {
        let record = ThreadLocal.record
        if isResolved {
            record.beginReading()
            defer { record.endReading() }
            let word = word.load(ordering: .sequentiallyConsistent)
            if word != .none { return copyOfBoxedValue(at: word) }
        }
        while true {
            switch nextStep(record) {
            case .resolve: return resolve(record)
            case .wait: if let box = waitForBuild() { return box.value(as: Service.self) }
            case .use(let box): return box.value(as: Service.self)
            }
        }
    }

    func set<Service>(_ value: Service) { replaceValue(ValueBox(value)) }

    /// Releases the value; the next read resolves again.
    func release() { replaceValue(nil) }

    /// Replaces the value; an attempt under way goes on, for the readers that wait for it.
    private func replaceValue(_ value: ValueBox?) {
        let former = state.withLock { state -> (value: ValueBox?, container: ContainerBinding)? in
            if value == nil, state.value == nil { return nil }
            word.store(value?.word ?? .none, ordering: .sequentiallyConsistent)
            return (exchange(&state.value, with: value), state.isResolving ? .unbound : releaseContainer())
        }
        if former?.value != nil { Reclamation.waitForReaders() }
        // The former parts are released here, under no lock.
        withExtendedLifetime(former) {}
    }

    private func nextStep(_ record: ThreadRecord) -> Step {
        // Found before the lock is taken: this may make the build of another lazy value, which takes the lock of that.
        let waiter = record.waiter
        return state.withLock { state in
            if let value = state.value { return .use(value) }
            guard !state.isResolving else { return .wait }
            state.isResolving = true
            // The former waiter is empty: nothing is released under the lock.
            state.waiter = waiter
            return .resolve
        }
    }

    private func resolve<Service>(_ record: ThreadRecord) -> Service {
        // The outermost request ends after the value is published: its `onResolved` hooks may read the value.
        record.depth += 1
        record.enterContext(for: self)
        let source = container.container
        let isNoting = container.enter(source, record)
        let value: Service
        do {
            value = try request.instance(from: source)
        } catch {
            error.stopProgram()
        }
        if isNoting { record.leaveContext() }
        record.leaveContext()
        publish(ValueBox(value))
        record.depth -= 1
        if let failure = endOutermost(record, isFailed: false) { failure.stopProgram() }
        return value
    }

    /// Ends the attempt under way, and keeps its value unless another one was set meanwhile.
    private func publish(_ box: consuming ValueBox) {
        // Released with the other parts that are needed no more when this returns, under no lock.
        let container = releaseContainer()
        let (build, waiter) = state.withLock { state in
            if state.value == nil {
                state.value = box
                word.store(box.word, ordering: .releasing)
            }
            return state.endAttempt()
        }
        if let build { WaitGraph.finish(build, .success(box)) }
        withExtendedLifetime((container, waiter)) {}
    }

    private func releaseContainer() -> ContainerBinding { exchange(&container, with: .unbound) }

    /// Waits for another thread that resolves the value; `nil` if that fails, or has ended by now.
    private func waitForBuild() -> ValueBox? {
        guard let build else { return nil }
        let path = Stack().path + [key]
        switch WaitGraph.blockingWait(for: build, by: .current, path: path) {
        case .instance(let box), .unfinished(let box): return box
        case .failed: return nil
        case .circular(let around): Failure.circular(path: path + around, site: request.site).stopProgram()
        }
    }

    /// The build of the attempt under way.
    ///
    /// The requests that the attempt makes ask for it before they wait, so that their waits hold it up.
    override var build: Build? {
        state.withLock { state in
            guard state.isResolving else { return nil }
            let build = state.build ?? Build(of: self, at: self, for: state.waiter)
            state.build = build
            return build
        }
    }
}

extension LazyBinding.State {
    /// - Returns: The parts that are needed no more, for the caller to release under no lock.
    fileprivate mutating func endAttempt() -> (Build?, Waiter) {
        isResolving = false
        return (exchange(&build, with: nil), exchange(&waiter, with: Waiter()))
    }
}

extension LazyBinding: BuildPlace {
    /// Lets the next read try again.
    func abandon(_ build: Build) {
        let abandoned = state.withLock { state -> (ContainerBinding, (Build?, Waiter))? in
            guard state.isResolving, state.build === build else { return nil }
            // A value that was set meanwhile needs no container.
            return (state.value == nil ? .unbound : releaseContainer(), state.endAttempt())
        }
        withExtendedLifetime(abandoned) {}
    }
}

extension LazyBinding: Keyed {
    /// The key that errors name the service by.
    var key: ServiceKey { ServiceKey(type, arguments: request.list.types, name: request.name) }
}
