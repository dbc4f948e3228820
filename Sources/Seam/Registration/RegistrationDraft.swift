/// What a registration is made from, whatever its kind.
@usableFromInline
struct RegistrationDraft {
    @usableFromInline let name: ServiceName?
    @usableFromInline let condition: RegistrationCondition
    @usableFromInline let site: StaticCallSite
    @usableFromInline var kind = AnyRegistration.Kind.factory
    /// Its place in the order, where it is a copy.
    private(set) var order: Int?
    /// The scope, where it is not the container's default.
    @usableFromInline var scope: Scope?

    @usableFromInline
    init(name: ServiceName?, condition: RegistrationCondition, fileID: StaticString, line: UInt) {
        self.name = name
        self.condition = condition
        site = StaticCallSite(fileID: fileID, line: line)
    }

    /// A draft of the same registration.
    init(of registration: AnyRegistration) {
        name = registration.name
        condition = .always
        site = registration.site
        kind = registration.kind
        order = registration.order
    }
}

extension Container {
    /// Makes a registration and files it, unless its condition is false.
    func add<Service, each Argument>(
        _ draft: RegistrationDraft,
        factory: @escaping @Sendable (Resolver, repeat each Argument) throws -> Service,
        asyncFactory: AsyncFactory<Service, repeat each Argument>? = nil
    ) -> Registration<Service, repeat each Argument> {
        let configuration = Configuration(scope: draft.scope ?? scopeOfRegistrations)
        let registration: AnyRegistration
        if let none = ArgumentPack<repeat each Argument>.empty {
            var asyncWithoutArguments: (@Sendable (Resolver) async throws -> Service)?
            if let asyncFactory {
                asyncWithoutArguments = { try await asyncFactory.call($0, repeat each none.value.pack) }
            }
            registration = FactoryRegistration<Service>(
                draft,
                configuration: configuration,
                factory: { try factory($0, repeat each none.value.pack) },
                asyncFactory: asyncWithoutArguments
            )
        } else {
            registration = ArgumentRegistration(
                draft,
                configuration: configuration,
                factory: factory,
                asyncFactory: asyncFactory
            )
        }
        return Registration(registration, in: file(registration, if: draft.condition))
    }

    /// Files a registration, unless its condition is false.
    ///
    /// - Returns: Where it was filed.
    @usableFromInline
    func file(
        _ registration: AnyRegistration,
        if condition: RegistrationCondition
    ) -> Container? {
        guard condition.holds(for: registration, in: self) else { return nil }
        install(registration)
        return self
    }

    /// The same without arguments: the shape of most registrations, which never looks at a pack.
    @inlinable
    func add<Service>(
        _ draft: RegistrationDraft,
        factory: @escaping @Sendable (Resolver) throws -> Service
    ) -> Registration<Service> {
        let configuration = Configuration(scope: draft.scope ?? scopeOfRegistrations)
        let registration = FactoryRegistration<Service>(draft, configuration: configuration, factory: factory)
        return Registration(registration, in: file(registration, if: draft.condition))
    }
}

extension ArgumentPack {
    /// The pack without elements, where this is its type.
    fileprivate static var empty: Transferred<Self>? {
        guard types.isEmpty, let none = () as Any as? (repeat each Argument) else { return nil }
        // There is nothing in it that could be shared.
        return Transferred(value: Self(repeat each none))
    }
}
