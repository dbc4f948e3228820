/// A registration whose factory takes arguments.
@usableFromInline
final class ArgumentRegistration<Service, each Argument>: AnyRegistration, @unchecked Sendable {
    // Unchecked as its base is: it adds constants of Sendable types.
    @usableFromInline typealias Factory = @Sendable (Resolver, repeat each Argument) throws -> Service

    @usableFromInline let factory: Factory
    let asyncFactory: AsyncFactory<Service, repeat each Argument>?

    init(
        _ draft: RegistrationDraft,
        configuration: Configuration,
        factory: @escaping Factory,
        asyncFactory: AsyncFactory<Service, repeat each Argument>? = nil
    ) {
        self.factory = factory
        self.asyncFactory = asyncFactory
        let signature = ObjectIdentifier(ArgumentSignature<Service, repeat each Argument>.self)
        super
            .init(
                draft,
                type: Service.self,
                signature: UInt(bitPattern: signature),
                configuration: configuration
            )
    }

    override var key: ServiceKey {
        ServiceKey(type, arguments: ArgumentPack<repeat each Argument>.types, name: name)
    }

    override func argumentsKey(at address: UnsafeRawPointer?) -> ArgumentsKey? {
        guard !ArgumentPack<repeat each Argument>.types.isEmpty else { return ArgumentsKey() }
        guard let address else { return nil }
        // The frame is one of this registration, and all requests for it carry a pack of exactly these types.
        return address.assumingMemoryBound(to: ArgumentPack<repeat each Argument>.self).pointee.key
    }

    override func accept(_ values: [Any], of types: [any Any.Type]) -> (any ArgumentList)? {
        ArgumentPack<repeat each Argument>(converting: values, of: types)
    }

    override func copy() -> AnyRegistration {
        ArgumentRegistration(
            RegistrationDraft(of: self),
            configuration: configuration,
            factory: factory,
            asyncFactory: asyncFactory
        )
    }
}
