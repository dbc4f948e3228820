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
/// has released its container.
final class LazyBinding: BuildOnDemand, @unchecked Sendable {
    // Unchecked because the superclass is. The properties are constants, and `state` is behind its lock.

    private struct State: Sendable {
        /// Whether a thread resolves the value.
        var isResolving = false
        /// The value that was resolved, or that was set.
        var value: ValueBox?
        var pending: Pending

        /// Begins an attempt if the value is neither there nor being resolved.
        mutating func begin(for waiter: Waiter) -> Step {
            if let value { return .use(value) }
            guard !isResolving else { return .wait }
            isResolving = true
            pending.waiter = waiter
            return .resolve(pending.binding)
        }

        /// Replaces the value; an attempt under way goes on, for the readers that wait for it.
        ///
        /// - Returns: The former parts, for the caller to release under no lock.
        mutating func replaceValue(_ value: ValueBox?) -> (ValueBox?, Pending) {
            let former = (self.value, pending)
            self.value = value
            if !isResolving { pending = Pending() }
            return former
        }

        /// Ends the attempt under way, and keeps `value` unless another one was set meanwhile.
        ///
        /// - Returns: The parts that are needed no more, for the caller to release under no lock.
        mutating func endAttempt(with value: ValueBox) -> Pending {
            isResolving = false
            if self.value == nil { self.value = value }
            return exchange(&pending, with: Pending())
        }
    }

    /// The parts that are needed until the value is resolved.
    private struct Pending: Sendable {
        /// The container; the current one, after the value was released.
        var binding = ContainerBinding.unbound
        /// The build that the attempt under way is part of.
        var waiter = Waiter()
        /// The build of the value, if it was needed.
        var build: Build?
    }

    /// The next step of a reader.
    private enum Step {
        case resolve(ContainerBinding)
        case wait
        case use(ValueBox)
    }

    private let type: any Any.Type
    private let request: LazyRequest
    private let state: Lock<State>
    /// Whether there is a value: written under the lock.
    private let hasValue: Atomic<Bool>

    init(to container: consuming Container, _ request: consuming LazyRequest, of type: any Any.Type) {
        self.type = type
        self.request = consume request
        state = Lock(State(pending: Pending(binding: ContainerBinding(to: consume container))))
        hasValue = Atomic(false)
    }

    /// Creates a binding that has its value already.
    ///
    /// After a release, the next read resolves the service without a name.
    init<Service>(value: Service) {
        type = Service.self
        request = LazyRequest(site: StaticCallSite(fileID: #fileID, line: #line))
        state = Lock(State(value: ValueBox(value), pending: Pending()))
        hasValue = Atomic(true)
    }

    var isResolved: Bool { hasValue.load(ordering: .relaxed) }

    /// The value; the first read resolves it.
    ///
    /// - Precondition: `Service` is the type that the binding was made with, here and below.
    func value<Service>(as _: Service.Type) -> Service {
        if isResolved, let box = state.withLock(\.value) { return box.value(as: Service.self) }
        let record = ThreadLocal.record
        while true {
            switch nextStep(record) {
            case .resolve(let binding): return resolve(binding, record)
            case .wait: if let box = waitForBuild() { return box.value(as: Service.self) }
            case .use(let box): return box.value(as: Service.self)
            }
        }
    }

    func set<Service>(_ value: Service) {
        let box = ValueBox(value)
        let old = state.withLock { state in
            hasValue.store(true, ordering: .relaxed)
            return state.replaceValue(box)
        }
        // The former value is released here, under no lock.
        withExtendedLifetime(old) {}
    }

    /// Releases the value; the next read resolves again.
    func release() {
        let old = state.withLock { state -> (ValueBox?, Pending)? in
            guard state.value != nil else { return nil }
            hasValue.store(false, ordering: .relaxed)
            return state.replaceValue(nil)
        }
        withExtendedLifetime(old) {}
    }

    private func nextStep(_ record: ThreadRecord) -> Step {
        // Found before the lock is taken: this may make the build of another lazy value, which takes the lock of that.
        let waiter = record.waiter
        // The waiter is released after the lock.
        return withExtendedLifetime(waiter) { state.withLock { $0.begin(for: waiter) } }
    }

    private func resolve<Service>(_ binding: consuming ContainerBinding, _ record: ThreadRecord) -> Service {
        // The outermost request ends after the value is published: its `onResolved` hooks may read the value.
        record.depth += 1
        record.enterContext(for: self)
        let container = binding.container
        let isNoting = binding.enter(container, record)
        let value: Service
        do {
            value = try request.instance(from: container)
        } catch {
            error.stopProgram()
        }
        if isNoting { record.leaveContext() }
        record.leaveContext()
        let box = ValueBox(value)
        let ended = state.withLock { state in
            hasValue.store(true, ordering: .relaxed)
            return state.endAttempt(with: box)
        }
        if let build = ended.build { WaitGraph.finish(build, .success(box)) }
        record.depth -= 1
        if let failure = endOutermost(record, isFailed: false) { failure.stopProgram() }
        return value
    }

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
            let build = state.pending.build ?? Build(of: self, at: self, for: state.pending.waiter)
            state.pending.build = build
            return build
        }
    }
}

extension LazyBinding: BuildPlace {
    /// Lets the next read try again.
    func abandon(_ build: Build) {
        let abandoned = state.withLock { state -> Pending? in
            guard state.isResolving, state.pending.build === build else { return nil }
            state.isResolving = false
            // A value that was set meanwhile needs no container.
            let binding = state.value == nil ? state.pending.binding : .unbound
            return exchange(&state.pending, with: Pending(binding: binding))
        }
        withExtendedLifetime(abandoned) {}
    }
}

extension LazyBinding: Keyed {
    /// The key that errors name the service by.
    var key: ServiceKey { ServiceKey(type, arguments: request.list.types, name: request.name) }
}
