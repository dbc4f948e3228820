/// The parts that a registration of any kind is made of.
@usableFromInline
struct RegistrationParts: Sendable {
    /// The key without the name.
    let signature: Signature
    /// The user's factory; for an async registration see `asyncFactory`.
    @usableFromInline let factory: ErasedFactory
    /// The kind of the registration; it stands in the padding behind the factory.
    var kind = RegistryEntry.Kind.factory
    let type: any Any.Type
    /// The place of the registration in the source.
    let site: StaticCallSite
    /// The parts that most registrations lack; behind a reference, so that an entry is small.
    private var rare: RareParts?

    /// The parts of a registration without arguments; uses no parameter pack, since most registrations have none.
    @inlinable
    init<Service>(
        _ type: Service.Type,
        name: ServiceName?,
        site: StaticCallSite,
        factory: ErasedFactory
    ) {
        self.init(type: type, signature: NoArguments.signature(of: type), name: name, site: site, factory: factory)
    }

    @usableFromInline
    init(
        type: any Any.Type,
        signature: Signature,
        arguments: any ArgumentList.Type = NoArguments.self,
        name: ServiceName?,
        site: StaticCallSite,
        factory: ErasedFactory
    ) {
        (self.type, self.signature, self.site, self.factory) = (type, signature, site, factory)
        let isRare = name != nil || arguments != NoArguments.self
        rare = isRare ? RareParts(RareParts.Values(name: name, arguments: arguments)) : nil
    }
}

extension RegistrationParts {
    private final class RareParts: Sendable {
        struct Values: Sendable {
            var name: ServiceName?
            var arguments: any ArgumentList.Type = NoArguments.self
            var declaration: Declaration?
            var aliasTarget: RegistryEntry.AliasTarget?
            var asyncFactory: ErasedAsyncFactory?
            var wiring: [any Any.Type]?
        }

        let values: Values

        init(_ values: Values) { self.values = values }
    }

    private mutating func changeRareParts(_ change: (inout RareParts.Values) -> Void) {
        var values = rare?.values ?? RareParts.Values()
        change(&values)
        rare = RareParts(values)
    }

    var name: ServiceName? { rare?.values.name }

    var arguments: any ArgumentList.Type { rare?.values.arguments ?? NoArguments.self }

    /// The declaration, if this is the entry of a declared service or of its override.
    var declaration: Declaration? {
        get { rare?.values.declaration }
        set { changeRareParts { $0.declaration = newValue } }
    }

    /// The target of an alias; `nil` if the registration is no alias.
    var aliasTarget: RegistryEntry.AliasTarget? {
        get { rare?.values.aliasTarget }
        set { changeRareParts { $0.aliasTarget = newValue } }
    }

    /// The kind that decides on the plan: the alias of a contribution is a contribution, and is kept like an alias.
    var planKind: RegistryEntry.Kind { aliasTarget == nil ? kind : .alias }

    /// The factory that asynchronous requests call, if there is one.
    var asyncFactory: ErasedAsyncFactory? {
        get { rare?.values.asyncFactory }
        set { changeRareParts { $0.asyncFactory = newValue } }
    }

    /// The types of the dependencies, if they are known without running the factory.
    var wiring: [any Any.Type]? {
        get { rare?.values.wiring }
        set { changeRareParts { $0.wiring = newValue } }
    }
}

extension RegistrationParts {
    /// The parts of a registration with arguments, or without any, if the pack is empty.
    init<Service, each Argument>(
        _ type: Service.Type,
        name: ServiceName?,
        site: StaticCallSite,
        factory: @escaping @Sendable (Resolver, repeat each Argument) throws -> Service
    ) {
        guard let none = ArgumentPack<repeat each Argument>.empty else {
            self.init(
                type: type,
                signature: ArgumentPack<repeat each Argument>.signature(of: type),
                arguments: ArgumentPack<repeat each Argument>.self,
                name: name,
                site: site,
                factory: ErasedFactory(withArguments: factory)
            )
            return
        }
        self.init(type, name: name, site: site, factory: ErasedFactory { try factory($0, repeat each none.value.pack) })
    }

    /// The parts of a registration with an async factory.
    init<Service, each Argument>(
        _ type: Service.Type,
        name: ServiceName?,
        site: StaticCallSite,
        asyncFactory: @escaping @isolated(any) @Sendable (Resolver, repeat each Argument) async throws -> Service
    ) {
        let list = ArgumentPack<repeat each Argument>.list
        self.init(
            type: type,
            signature: list.signature(of: type),
            arguments: list,
            name: name,
            site: site,
            factory: .placeholder
        )
        kind = .async
        let factory = AsyncArgumentFactory(asyncFactory)
        self.asyncFactory =
            if let none = ArgumentPack<repeat each Argument>.empty.map({ ValueBox($0.value) }) {
                ErasedAsyncFactory(ResolvingAsyncFactory { resolver in try await factory.call(resolver, none) })
            } else {
                ErasedAsyncFactory(factory)
            }
    }

    /// The parts of a registration with an async factory that takes nothing, or only a resolver.
    init<Service>(
        _ type: Service.Type,
        name: ServiceName?,
        site: StaticCallSite,
        asyncFactory: ErasedAsyncFactory
    ) {
        self.init(type, name: name, site: site, factory: .placeholder)
        kind = .async
        self.asyncFactory = asyncFactory
    }
}
