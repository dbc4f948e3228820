/// A registration whose factory takes no arguments.
@usableFromInline
final class FactoryRegistration<Service>: AnyRegistration, @unchecked Sendable {
    // Unchecked as its base is: it adds constants of Sendable types.
    @usableFromInline typealias Factory = @Sendable (Resolver) throws -> Service

    @usableFromInline let factory: Factory
    @usableFromInline let asyncFactory: (@Sendable (Resolver) async throws -> Service)?

    @inlinable
    init(
        _ draft: RegistrationDraft,
        configuration: Configuration,
        factory: @escaping Factory,
        asyncFactory: (@Sendable (Resolver) async throws -> Service)? = nil
    ) {
        self.factory = factory
        self.asyncFactory = asyncFactory
        let signature = NoArguments().signature(of: Service.self)
        super.init(draft, type: Service.self, signature: signature, configuration: configuration)
    }

    override func copy() -> AnyRegistration {
        FactoryRegistration(
            RegistrationDraft(of: self),
            configuration: configuration,
            factory: factory,
            asyncFactory: asyncFactory
        )
    }
}
