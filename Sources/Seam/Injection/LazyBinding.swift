internal import Synchronization

/// The way in which a lazy value resolves its service.
enum LazyRequest: Sendable {
    /// By its key, without arguments.
    case key(ServiceName?, StaticCallSite)
    /// By an erased ``LazyClosure``.
    case closure(ErasedClosure)

    /// The service.
    ///
    /// - Precondition: `Service` is the type that the lazy value was made with.
    func instance<Service>(from container: Container) throws(ResolutionError) -> Service {
        switch self {
        case .key(let name, let site):
            try container.instance(of: Service.self, name: name, arguments: NoArguments(), site: site)
        case .closure(let closure):
            try closure.typed(as: LazyClosure<Service>.self).call(container)
        }
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
    // Unchecked only because the superclass is.

    private enum State: Sendable {
        case bound(ContainerBinding)
        case resolving(Attempt)
        case resolved(ValueBox)

        /// The value, or the one that was set while another one is being resolved.
        var value: ValueBox? {
            switch self {
            case .bound: nil
            case .resolving(let attempt): attempt.replacement
            case .resolved(let box): box
            }
        }

        /// Begins an attempt if the value is neither there nor being resolved.
        mutating func begin(_ attempt: Attempt) -> Step {
            switch consume self {
            case .bound(let binding):
                self = .resolving(attempt)
                return .resolve(binding)
            case .resolving(let other):
                self = .resolving(other)
                return other.replacement.map { .use($0) } ?? .wait
            case .resolved(let box):
                self = .resolved(box)
                return .use(box)
            }
        }

        /// Replaces the value, and returns the former state for the caller to release under no lock.
        ///
        /// An attempt goes on, for the readers that wait for it.
        mutating func replaceValue(_ value: ValueBox?) -> Self {
            let old = self
            if case .resolving(var attempt) = self {
                attempt.replacement = value
                self = .resolving(attempt)
            } else {
                self = value.map { .resolved($0) } ?? .bound(.unbound)
            }
            return old
        }
    }

    /// A resolution of the value, by one thread.
    private struct Attempt: Sendable {
        /// The build that the attempt is part of.
        let waiter: Waiter
        /// The build of the value, if it was needed before.
        var build: Build?
        /// The value that was set meanwhile.
        var replacement: ValueBox?
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

    init(to container: Container, _ request: LazyRequest, of type: any Any.Type) {
        self.type = type
        self.request = request
        state = Lock(.bound(ContainerBinding(to: container)))
        hasValue = Atomic(false)
    }

    /// Creates a binding that has its value already.
    ///
    /// After a release, the next read resolves the service without a name.
    init<Service>(value: Service) {
        type = Service.self
        request = .key(nil, StaticCallSite(fileID: #fileID, line: #line))
        state = Lock(.resolved(ValueBox(value)))
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
        let old = state.withLock { state -> State? in
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
        return withExtendedLifetime(waiter) { state.withLock { $0.begin(Attempt(waiter: waiter)) } }
    }

    private func resolve<Service>(_ binding: ContainerBinding, _ record: ThreadRecord) -> Service {
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
        if let build = endAttempt(with: ValueBox(value))?.build { WaitGraph.finish(build, .success(ValueBox(value))) }
        record.depth -= 1
        if let failure = endOutermost(record, isFailed: false) { failure.stopProgram() }
        return value
    }

    /// Ends the attempt under way: stores the value, unless another one was set meanwhile.
    ///
    /// - Returns: The attempt, for the caller to release under no lock.
    private func endAttempt(with box: ValueBox) -> Attempt? {
        state.withLock { state in
            guard case .resolving(let attempt) = state else { return nil }
            state = .resolved(attempt.replacement ?? box)
            hasValue.store(true, ordering: .relaxed)
            return attempt
        }
    }

    /// Waits for another thread that resolves the value; `nil` if that fails, or has ended by now.
    private func waitForBuild() -> ValueBox? {
        guard let build else { return nil }
        let path = Stack().path + [key]
        switch WaitGraph.blockingWait(for: build, by: .current, path: path) {
        case .instance(let box), .unfinished(let box): return box
        case .failed: return nil
        case .circular(let around): Failure.circular(path: path + around, site: nil).stopProgram()
        }
    }

    /// The build of the attempt under way.
    ///
    /// The requests that the attempt makes ask for it before they wait, so that their waits hold it up.
    override var build: Build? {
        state.withLock { state in
            guard case .resolving(var attempt) = state else { return nil }
            let build = attempt.build ?? Build(of: self, at: self, for: attempt.waiter)
            attempt.build = build
            state = .resolving(attempt)
            return build
        }
    }
}

extension LazyBinding: BuildPlace {
    /// Lets the next read resolve the value, from the container that is current then.
    func abandon(_ build: Build) {
        let abandoned = state.withLock { state -> Attempt? in
            guard case .resolving(let attempt) = state, attempt.build === build else { return nil }
            state = attempt.replacement.map { .resolved($0) } ?? .bound(.unbound)
            return attempt
        }
        withExtendedLifetime(abandoned) {}
    }
}

extension LazyBinding: Keyed {
    /// The key that errors name the service by.
    var key: ServiceKey { ServiceKey(type) }
}
