/// A registration of a known type of service: how its instances are completed and kept.
@usableFromInline
class TypedRegistration<Service>: AnyRegistration, @unchecked Sendable {
    // Unchecked as its base is: it adds no stored property.
    typealias Decorator = @Sendable (Service, Resolver) throws -> Service
    typealias Hook = @Sendable (Service, Resolver) throws -> Void
    typealias Disposer = @Sendable (Service) async throws -> Void

    @inlinable
    override init(
        signature: UInt,
        name: ServiceName?,
        kind: Kind,
        site: StaticCallSite,
        configuration: Configuration
    ) {
        super.init(signature: signature, name: name, kind: kind, site: site, configuration: configuration)
    }

    final var decorators: [Decorator] { configuration.decorators.steps(of: Decorator.self) }

    final var hooks: [Hook] { configuration.hooks.steps(of: Hook.self) }

    override var key: ServiceKey { ServiceKey(Service.self, name: name) }

    override final func warmUp(in container: Container) async throws {
        try await container.build(self)
    }

    override final func disposals(of kept: KeptInstance) -> [Disposal] {
        let disposers = configuration.disposers.steps(of: Disposer.self)
        guard !disposers.isEmpty, let instance = kept.value(as: Service.self) else { return [] }
        return disposers.map { dispose in Disposal(key: key) { try await dispose(instance) } }
    }
}
