/// A registration whose factory takes no arguments.
@usableFromInline
final class FactoryRegistration<Service>: TypedRegistration<Service>, @unchecked Sendable {
    // Unchecked as its base is: it adds constants of Sendable types.
    @usableFromInline typealias Factory = @Sendable (Resolver) throws -> Service
    @usableFromInline typealias AsyncFactory = @Sendable (Resolver) async throws -> Service

    @usableFromInline let factory: Factory
    @usableFromInline let asyncFactory: AsyncFactory?

    @inlinable
    init(
        name: ServiceName?,
        kind: Kind,
        site: StaticCallSite,
        configuration: Configuration,
        factory: @escaping Factory,
        asyncFactory: AsyncFactory? = nil
    ) {
        self.factory = factory
        self.asyncFactory = asyncFactory
        super
            .init(
                signature: NoArguments().signature(of: Service.self),
                name: name,
                kind: kind,
                site: site,
                configuration: configuration
            )
    }

    override func copy() -> AnyRegistration {
        FactoryRegistration(
            name: name,
            kind: kind,
            site: site,
            configuration: configuration,
            factory: factory,
            asyncFactory: asyncFactory
        )
    }
}
