internal import Synchronization

/// The hold of a lazy value on the container that it resolves from, and on the kept instance that it is part of.
///
/// The container is held strongly, so that an object made inside an override still finds it later; but weakly within an
/// instance that the container itself, or one above it, is building to keep: a strong reference would be a cycle.
struct ContainerBinding: Sendable {
    private enum Holding: Sendable {
        case strong(Container)
        case weak(Container.WeakContainer)
    }

    private let holding: Holding
    private let dependencies: Dependencies?

    init(to container: Container) {
        dependencies = Stack().dependencies
        let keepers = dependencies?.keepers ?? []
        let isKept = !keepers.isEmpty && container.chain.contains { keepers.contains(ObjectIdentifier($0)) }
        holding = isKept ? .weak(Container.WeakContainer(container: container)) : .strong(container)
    }

    /// Resolves with the container; with the current one where the bound one is gone.
    ///
    /// What is resolved is noted as given to the kept instance, unless another one is being made right now.
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

    /// The same, where a failure ends the program.
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

/// The state behind a lazy value: bound to a container, resolved, or released.
///
/// Resolves once, however many threads read first: the value has a slot like any kept instance, and the waits for it are
/// known to the ``WaitGraph``. Lets go of the container once it has resolved.
final class LazyBinding<Service>: Sendable {
    typealias Resolve = @Sendable (Container) throws(ResolutionError) -> Service

    private let slot = InstanceSlot()
    private let published = Atomic<UInt>(0)
    /// The binding, until the value is resolved or set.
    private let binding: Lock<ContainerBinding?>
    private let resolve: Resolve

    init(_ binding: ContainerBinding, resolve: @escaping Resolve) {
        self.binding = Lock(binding)
        self.resolve = resolve
    }

    /// Creates one that has its value already; once that is released, it is resolved like any other.
    convenience init(value: Service) {
        self.init(nil) { container throws(ResolutionError) in
            try container.instance(
                of: Service.self,
                name: nil,
                arguments: NoArguments(),
                site: StaticCallSite(fileID: #fileID, line: #line)
            )
        }
        self.value = value
    }

    private init(_ binding: ContainerBinding?, resolve: @escaping Resolve) {
        self.binding = Lock(binding)
        self.resolve = resolve
    }

    var isResolved: Bool { slot.instance != nil }

    /// The value, resolved if it is not there yet.
    var value: Service {
        get {
            while true {
                let waiter = Waiter.current
                let (decision, _) = slot.enter(replacing: nil, published: published) {
                    Build(of: self, for: waiter, dependencies: nil)
                }
                switch decision {
                case .use(let instance): if let value = instance.value(as: Service.self) { return value }
                case .wait(let build): if let value = wait(for: build) { return value }
                case .build(let build): return resolved(build)
                case .retired: preconditionFailure("The slot of a lazy value is never retired.")
                }
            }
        }
        set { replace(by: CachedInstance(.strong(ValueBox(newValue)))) }
    }

    /// Forgets the value; the next read resolves again.
    func release() {
        if isResolved { replace(by: nil) }
    }

    private func resolved(_ build: Build) -> Service {
        let record = ThreadLocal.record
        let binding = binding.withLock { $0 } ?? ContainerBinding(to: .current)
        // The outermost request ends when the value is there: its `onResolved` hooks may read that.
        record.depth += 1
        record.enterContext(for: build)
        let value = binding.resolved(resolve)
        record.leaveContext()
        let box = ValueBox(value)
        if slot.publish(CachedInstance(.strong(box)), of: build, word: 0, at: published) { unbind() }
        WaitGraph.finish(build, .success(box))
        record.depth -= 1
        if let failure = endOutermost(record, isFailed: false) { failure.stopProgram() }
        return value
    }

    /// Waits for another thread that resolves the value; `nil` if it has none to give.
    private func wait(for build: Build) -> Service? {
        let path = Stack().path + [key]
        switch WaitGraph.blockingWait(for: build, by: .current, path: path) {
        case .instance(let box), .unfinished(let box): return box.value(as: Service.self)
        case .failed: return nil
        case .circular(let around): Failure.circular(path: path + around, site: nil).stopProgram()
        }
    }

    /// Changes the value; the one before is released under no lock.
    private func replace(by instance: CachedInstance?) {
        let old = slot.replace(by: instance)
        unbind()
        withExtendedLifetime(old) {}
    }

    private func unbind() {
        let old = binding.withLock { binding in
            defer { binding = nil }
            return binding
        }
        withExtendedLifetime(old) {}
    }
}

extension LazyBinding: Keyed {
    /// The service, as errors name it.
    var key: ServiceKey { ServiceKey(Service.self) }
}
