/// The reference of a lazy value to its container, and to the dependencies of the kept instance that it is part of.
///
/// The reference is strong, so that an object made inside an override still finds the container later. It is weak
/// inside an instance that the container, or one above it, keeps: a strong reference would be a cycle.
struct ContainerBinding: Sendable {
    private enum Holding: Sendable {
        case strong(Container)
        indirect case weak(Container.WeakContainer)
    }

    private let holding: Holding
    private let dependencies: Dependencies?

    init(to container: Container) {
        dependencies = Stack().dependencies
        let keepers = dependencies?.keepers ?? []
        let isKept = !keepers.isEmpty && container.chain.contains { keepers.contains(ObjectIdentifier($0)) }
        holding = isKept ? .weak(Container.WeakContainer(container: container)) : .strong(container)
    }

    /// Calls `body` with the container, or with the current one if the bound one is gone.
    ///
    /// The services that `body` resolves are noted as dependencies of the kept instance, unless the thread is building
    /// another kept instance.
    func resolve<Service>(
        _ body: (Container) throws(ResolutionError) -> Service
    ) throws(ResolutionError) -> Service {
        let container = container
        let record = ThreadLocal.record
        guard let dependencies, !record.hasDependencies else { return try body(container) }
        record.enterContext(of: container, dependencies: dependencies)
        defer { record.leaveContext() }
        return try body(container)
    }

    /// Calls `body` as ``resolve(_:)`` does, and stops the program if it fails.
    func resolved<Service>(_ body: (Container) throws(ResolutionError) -> Service) -> Service {
        do {
            return try resolve(body)
        } catch {
            error.stopProgram()
        }
    }

    private var container: Container {
        switch holding {
        case .strong(let container): container
        case .weak(let reference): reference.container ?? .current
        }
    }
}

// MARK: - Lazy values

/// The closure by which a lazy value resolves its service.
struct LazyRequest<Service> {
    let call: @Sendable (Container) throws(ResolutionError) -> Service
}

/// The state of a lazy value: bound to a container, being resolved, or resolved.
///
/// The value is resolved once, however many threads read it first: they wait for a ``Build``, as for that of a kept
/// instance. A resolved value has released its container.
final class LazyBinding: Sendable {
    private enum State: Sendable {
        /// Without a binding, the value is resolved from the container that is current then.
        case bound(ContainerBinding?)
        case resolving(Build)
        case resolved(ValueBox)
    }

    /// The next step of a reader.
    private enum Step {
        case resolve(Build, ContainerBinding?)
        case wait(Build)
        case use(ValueBox)
    }

    private let type: any Any.Type
    private let request: ErasedClosure
    private let state: Lock<State>

    convenience init<Service>(_ binding: ContainerBinding, _ request: LazyRequest<Service>) {
        self.init(.bound(binding), request)
    }

    /// Creates a binding that has its value already.
    ///
    /// After a release, the next read resolves the service without a name.
    convenience init<Service>(value: Service) {
        let request = LazyRequest { container throws(ResolutionError) in
            try container.instance(
                of: Service.self,
                name: nil,
                arguments: NoArguments(),
                site: StaticCallSite(fileID: #fileID, line: #line)
            )
        }
        self.init(.resolved(ValueBox(value)), request)
    }

    private init<Service>(_ state: State, _ request: LazyRequest<Service>) {
        type = Service.self
        self.request = ErasedClosure(request)
        self.state = Lock(state)
    }

    var isResolved: Bool {
        state.withLock { state in
            if case .resolved = state { true } else { false }
        }
    }

    /// The value; the first read resolves it.
    ///
    /// - Precondition: `Service` is the type that the binding was made with, here and below.
    func value<Service>(as _: Service.Type) -> Service {
        while true {
            switch nextStep() {
            case .resolve(let build, let binding): return resolve(for: build, binding ?? ContainerBinding(to: .current))
            case .wait(let build): if let box = wait(for: build) { return box.value(as: Service.self) }
            case .use(let box): return box.value(as: Service.self)
            }
        }
    }

    func set<Service>(_ value: Service) {
        let box = ValueBox(value)
        let old = state.withLock { state in
            defer { state = .resolved(box) }
            return state
        }
        // The former value is released here, under no lock.
        withExtendedLifetime(old) {}
    }

    /// Releases the value; the next read resolves again.
    func release() {
        let old = state.withLock { state -> State? in
            guard case .resolved = state else { return nil }
            defer { state = .bound(nil) }
            return state
        }
        withExtendedLifetime(old) {}
    }

    private func nextStep() -> Step {
        state.withLock { state in
            switch state {
            case .bound(let binding):
                let build = Build(of: self, at: self, for: .current)
                state = .resolving(build)
                return .resolve(build, binding)
            case .resolving(let build): return .wait(build)
            case .resolved(let box): return .use(box)
            }
        }
    }

    private func resolve<Service>(for build: Build, _ binding: ContainerBinding) -> Service {
        let record = ThreadLocal.record
        // The outermost request ends after the value is published: its `onResolved` hooks may read the value.
        record.depth += 1
        record.enterContext(for: build)
        let value = binding.resolved(request.typed(as: LazyRequest<Service>.self).call)
        record.leaveContext()
        let box = ValueBox(value)
        publish(box, of: build)
        WaitGraph.finish(build, .success(box))
        record.depth -= 1
        if let failure = endOutermost(record, isFailed: false) { failure.stopProgram() }
        return value
    }

    /// Stores the value, unless another one was set meanwhile.
    private func publish(_ box: ValueBox, of build: Build) {
        state.withLock { state in
            if case .resolving(let current) = state, current === build { state = .resolved(box) }
        }
    }

    /// Waits for another thread that resolves the value; `nil` if that fails.
    private func wait(for build: Build) -> ValueBox? {
        let path = Stack().path + [key]
        switch WaitGraph.blockingWait(for: build, by: .current, path: path) {
        case .instance(let box), .unfinished(let box): return box
        case .failed: return nil
        case .circular(let around): Failure.circular(path: path + around, site: nil).stopProgram()
        }
    }
}

extension LazyBinding: BuildPlace {
    /// Lets the next read resolve the value, from the container that is current then.
    func abandon(_ build: Build) {
        state.withLock { state in
            if case .resolving(let current) = state, current === build { state = .bound(nil) }
        }
    }
}

extension LazyBinding: Keyed {
    /// The key that errors name the service by.
    var key: ServiceKey { ServiceKey(type) }
}
