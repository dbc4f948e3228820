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
