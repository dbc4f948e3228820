internal import Synchronization

/// A registration of a known type of service: how its instances are completed and kept.
@usableFromInline
class TypedRegistration<Service>: AnyRegistration, @unchecked Sendable {
    typealias Decorator = @Sendable (Service, Resolver) throws -> Service
    typealias Hook = @Sendable (Service, Resolver) throws -> Void
    typealias Disposer = @Sendable (Service) async throws -> Void

    /// What the user adds after registering, by the methods of ``Registration``.
    struct Configuration: Sendable {
        var scope: Scope
        var decorators: [Decorator] = []
        var hooks: [Hook] = []
        var disposers: [Disposer] = []
        var aliases: [ServiceKey] = []
    }

    private final let content: Lock<Configuration>

    init(
        signature: UInt, name: ServiceName?, kind: Kind, site: StaticCallSite, order: UInt64,
        configuration: Configuration
    ) {
        content = Lock(configuration)
        super.init(signature: signature, name: name, kind: kind, site: site, order: order)
        isPlain.store(isUndecorated, ordering: .relaxed)
    }

    final var configuration: Configuration { content.withLock { $0 } }

    override final var scope: Scope { content.withLock { $0.scope } }

    /// Changes the configuration, and what follows from it.
    final func configure(isDecorated: Bool, _ change: (inout Configuration) -> Void) {
        // What is replaced is released outside the lock: a custom scope may hold anything.
        let replaced = content.withLock { content in
            defer { change(&content) }
            return content
        }
        withExtendedLifetime(replaced) {}
        refreshPlain(isDecorated: isDecorated)
    }

    override final func refreshPlain(isDecorated: Bool) {
        isPlain.store(isUndecorated && !isDecorated, ordering: .releasing)
    }

    override final func warmUp(in container: Container) async throws {
        _ = try await Request(
            registration: self, owner: container, asked: container, arguments: NoArguments(), site: site
        ).fulfilAnyhow()
    }

    override final func disposals(of kept: KeptInstance) -> [Disposal] {
        let disposers = configuration.disposers
        guard !disposers.isEmpty, let instance = kept.value(as: Service.self) else { return [] }
        return disposers.map { dispose in Disposal(key: key) { try await dispose(instance) } }
    }

    override var key: ServiceKey { ServiceKey(Service.self, name: name) }

    private final var isUndecorated: Bool {
        guard kind != .async, kind != .mainActor else { return false }
        return content.withLock { $0.scope.isUnique && $0.decorators.isEmpty && $0.hooks.isEmpty }
    }
}
