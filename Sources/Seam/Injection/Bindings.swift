internal import Synchronization

/// The reference of a lazy value to its container, and to the dependencies of the kept instance that it is part of.
///
/// The reference is strong, so that an object made inside an override still finds the container later. It is weak
/// inside an instance that the container, or one above it, keeps: a strong reference would be a cycle.
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

/// The state of a lazy value: bound to a container, resolved, or released.
///
/// The value is resolved once, however many threads read it first: it has a slot like any kept instance, and the waits
/// for it are part of the ``WaitGraph``. A resolved value releases its container.
final class LazyBinding<Service>: Sendable {
    typealias Resolve = @Sendable (Container) throws(ResolutionError) -> Service

    /// The slot of the value.
    private let slot = InstanceSlot()
    /// The word that the slot publishes; no reader uses it.
    private let published = Atomic(InstanceWord.none)
    /// The binding, until the value is resolved or set.
    private let binding: Lock<ContainerBinding?>
    private let resolve: Resolve

    init(_ binding: ContainerBinding, resolve: @escaping Resolve) {
        self.binding = Lock(binding)
        self.resolve = resolve
    }

    /// Creates a binding that has its value already.
    ///
    /// After a release, the next read resolves the service without a name.
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

    /// The value; the first read resolves it.
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

    /// Releases the value; the next read resolves again.
    func release() {
        if isResolved { replace(by: nil) }
    }

    private func resolved(_ build: Build) -> Service {
        let record = ThreadLocal.record
        let binding = binding.withLock { $0 } ?? ContainerBinding(to: .current)
        // The outermost request ends after the value is published: its `onResolved` hooks may read the value.
        record.depth += 1
        record.enterContext(for: build)
        let value = binding.resolved(resolve)
        record.leaveContext()
        let box = ValueBox(value)
        if slot.publish(CachedInstance(.strong(box)), of: build, word: .none, at: published) { unbind() }
        WaitGraph.finish(build, .success(box))
        record.depth -= 1
        if let failure = endOutermost(record, isFailed: false) { failure.stopProgram() }
        return value
    }

    /// Waits for another thread that resolves the value; `nil` if that fails.
    private func wait(for build: Build) -> Service? {
        let path = Stack().path + [key]
        switch WaitGraph.blockingWait(for: build, by: .current, path: path) {
        case .instance(let box), .unfinished(let box): return box.value(as: Service.self)
        case .failed: return nil
        case .circular(let around): Failure.circular(path: path + around, site: nil).stopProgram()
        }
    }

    /// Replaces the value; the one before is released under no lock.
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
    /// The key that errors name the service by.
    var key: ServiceKey { ServiceKey(Service.self) }
}
