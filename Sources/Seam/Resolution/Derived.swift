/// A type that is resolved without a registration of its own, by the registrations of another type.
protocol DerivedService: SendableMetatype {
    /// Whether an instance can be derived for the request.
    static func answers(_ request: Request) -> Bool
    /// The instance for a request that the type answers.
    static func derive(_ request: Request) throws(ResolutionError) -> Self
    /// The instance for a request without arguments, for a caller that knows the type by another name.
    ///
    /// - Precondition: `Service` is this type: the one whose signature was asked for.
    static func instance<Service>(
        in container: consuming Container,
        name: consuming ServiceName?,
        site: StaticCallSite
    ) throws(ResolutionError) -> Service
    /// The service that instances are made of.
    static var source: DerivedSource { get }
}

/// The service that an instance of a ``DerivedService`` is made of.
enum DerivedSource {
    /// The instance of another type, or `nil`.
    case optional(any Any.Type)
    /// The instance of another type, resolved later, and held from then on or not.
    case deferred(any Any.Type, any ArgumentList.Type, isHeld: Bool)
    /// The instances of all registrations of another type.
    case all(any Any.Type)
}

/// A ``DerivedService`` whose other type may have an async factory.
protocol AsyncDerivedService {
    /// The instance; `nil` if the other type is unknown as well.
    static func deriveAsync(_ request: Request, _ box: ValueBox?, in resolution: Resolution) async throws -> ValueBox?
}

// MARK: - Optional

/// A `T?` is resolved as `T`, and is `nil` if `T` is unknown; it is never `.some(nil)`.
extension Optional: DerivedService {
    static func answers(_ request: Request) -> Bool { true }

    static func derive(_ request: Request) throws(ResolutionError) -> Self {
        func derive<List: ArgumentList>(_: List.Type) throws(ResolutionError) -> Wrapped? {
            try request.container.instanceIfKnown(
                request.request(for: Wrapped.self, isOptional: true),
                List(at: request.arguments)
            )
        }
        let list: any ArgumentList.Type = request.list
        return try derive(list).flatMap(flattened(_:))
    }

    static var source: DerivedSource { .optional(Wrapped.self) }
}

extension Optional: AsyncDerivedService {
    static func deriveAsync(_ request: Request, _ box: ValueBox?, in resolution: Resolution) async throws -> ValueBox? {
        let wrapped = request.request(for: Wrapped.self, isOptional: true)
        guard let instance = try await request.container.answer(wrapped, box, in: resolution) else {
            return ValueBox(Self.none)
        }
        return ValueBox(flattened(instance.value(as: Wrapped.self)))
    }
}

extension Container {
    /// The instance for a key, or `nil` if it is unknown.
    @inlinable
    func optionalInstance<Service, Arguments: ArgumentList>(
        of type: Service.Type,
        name: ServiceName?,
        arguments: Arguments,
        site: StaticCallSite
    ) throws(ResolutionError) -> Service? {
        let signature = Arguments.signature(of: type)
        if arguments is NoArguments, isKnownToBeAbsent(signature, name: name) { return nil }
        let lookup = lookUp(signature, name: name)
        switch lookup.shortcut {
        case nil:
            return try slowOptionalInstance(name: name, arguments: arguments, site: site)
        case .ready(let word):
            return flattened(readyInstance(at: word, lookup.record))
        case .call(let entry):
            return flattened(try calledInstance(entry.use { $0.factory.borrowed }, lookup.record, arguments, site))
        case let shortcut?:
            return try optionalInstance(shortcut, lookup.record, name, arguments, site)
        }
    }

    /// The instance at the end of a shortcut that leads beyond a copy or one call.
    @inlinable @inline(never)
    func optionalInstance<Service, Arguments: ArgumentList>(
        _ shortcut: Shortcut,
        _ record: ThreadRecord,
        _ name: ServiceName?,
        _ arguments: Arguments,
        _ site: StaticCallSite
    ) throws(ResolutionError) -> Service? {
        if case .indirect(.derived) = shortcut {
            // A type is derived for an optional request only if its source is registered.
            record.endReading()
            return try slowOptionalInstance(name: name, arguments: arguments, site: site)
        }
        do {
            switch shortcut {
            // Without a function in between, since such services may be nested deeply.
            case .complete(let entry):
                return flattened(try completedInstance(entry, record, arguments, site))
            case .graph(let entry):
                return flattened(try graphInstance(entry, record, name, site))
            case .keep(let entry):
                return flattened(try keptInstance(entry, record, name, site))
            case .ready, .call, .indirect:
                return flattened(try instance(by: shortcut, record, name, arguments, site))
            }
        } catch {
            // Another thread may have unregistered the service since.
            guard Failure.isOfUnknownRequest(error) else { throw error }
            return try slowOptionalInstance(name: name, arguments: arguments, site: site)
        }
    }

    @usableFromInline @inline(never)
    func slowOptionalInstance<Service, Arguments: ArgumentList>(
        name: ServiceName?,
        arguments: Arguments,
        site: StaticCallSite
    ) throws(ResolutionError) -> Service? {
        let request = Request(
            Service.self,
            name: name,
            in: self,
            Arguments.self,
            site: site,
            isOptional: true
        )
        guard let instance: Service = try instanceIfKnown(request, arguments) else { return nil }
        return flattened(instance)
    }
}

// MARK: - Arrays

/// A `[T]` is resolved as all registrations and contributions of `T`.
extension Array: DerivedService, AsyncDerivedService {
    static func answers(_ request: Request) -> Bool { !request.takesArguments && request.name == nil }

    static func derive(_ request: Request) throws(ResolutionError) -> Self {
        try request.container.instances(of: Element.self, site: request.site)
    }

    static var source: DerivedSource { .all(Element.self) }

    static func deriveAsync(_ request: Request, _ box: ValueBox?, in resolution: Resolution) async throws -> ValueBox? {
        guard answers(request) else { return nil }
        let container = request.container
        var elements: [Element] = []
        for level in try container.levelsForAll(of: Element.self, site: request.site) {
            for entry in level.entries {
                let asked = request.request(for: Element.self)
                let activation = try asked.activation(of: (entry, level.owner))
                elements.append(try await activation.instance(nil, in: resolution).value(as: Element.self))
            }
        }
        return ValueBox(elements)
    }
}

extension Container {
    /// An instance of every registration and contribution of a type that takes no arguments.
    @inlinable
    func instances<Service>(of type: Service.Type, site: StaticCallSite) throws(ResolutionError) -> [Service] {
        let levels = try levelsForAll(of: type, site: site)
        // The instances share a graph, and their hooks run at the end of the request.
        return try ThreadLocal.record.withinOneRequest { () throws(ResolutionError) in
            var instances: [Service] = []
            instances.reserveCapacity(levels.reduce(0) { $0 + $1.entries.count })
            for level in levels {
                for entry in level.entries {
                    instances.append(try instance(of: type, found: (entry, level.owner), site: site))
                }
            }
            return instances
        }
    }

    /// The instance of a registration without arguments that was not found by its key.
    @inlinable
    func instance<Service>(
        of type: Service.Type,
        found: Found,
        site: StaticCallSite
    ) throws(ResolutionError) -> Service {
        let lookup = lookUp(found)
        switch lookup.shortcut {
        case .ready(let word):
            return readyInstance(at: word, lookup.record)
        case .call(let entry):
            return try calledInstance(entry.use { $0.factory.borrowed }, lookup.record, NoArguments(), site)
        case .complete(let entry):
            return try completedInstance(entry, lookup.record, NoArguments(), site)
        case .graph, .keep, .indirect:
            lookup.record.endReading()
        case nil:
            break
        }
        return try slowInstance(of: type, found: found, site: site)
    }

    /// The instance of such a registration, if it has no shortcut.
    @usableFromInline @inline(never)
    func slowInstance<Service>(
        of type: Service.Type,
        found: Found,
        site: StaticCallSite
    ) throws(ResolutionError) -> Service {
        let request = Request(type, name: found.entry.name, in: self, NoArguments.self, site: site)
        return try request.activation(of: found).instance(NoArguments())
    }

    /// The registrations and contributions of a type that one container has.
    @usableFromInline typealias LevelForAll = (entries: [RegistryEntry], owner: Container)

    /// The registrations and contributions that a request for all services of a type leads to.
    @usableFromInline
    func levelsForAll<Service>(of type: Service.Type, site: StaticCallSite) throws(ResolutionError) -> [LevelForAll] {
        let container = ThreadLocal.record.destination(of: self)
        container.prepareForUse()
        let levels = container.levelsForAll(of: type)
        guard !container.isClosed, levels.allSatisfy({ $0.entries.isEmpty || !$0.owner.isClosed }) else {
            throw Request(type, name: nil, in: self, NoArguments.self, site: site).closedFailure()
        }
        return levels
    }

    /// Every registration and contribution of a type without arguments, parents first.
    func levelsForAll(of type: any Any.Type) -> [LevelForAll] {
        var levels: [LevelForAll] = [(ownEntriesForAll(of: type), self)]
        var hidden: Set<ServiceName?> = []
        var next = parent
        while let container = next {
            // A registration in a child hides the parent's registration of the same key.
            hidden.formUnion(levels[0].entries.lazy.filter { $0.kind != .contribution }.map(\.name))
            let inherited = container.ownEntriesForAll(of: type)
                .filter { $0.kind == .contribution || !hidden.contains($0.name) }
            levels.insert((inherited, container), at: 0)
            next = container.parent
        }
        return levels
    }

    /// The container's own registrations and contributions of a type that take no arguments.
    private func ownEntriesForAll(of type: any Any.Type) -> [RegistryEntry] {
        prepareForUse()
        let (entries, signature) = (ownEntries(of: type), Signature(ObjectIdentifier(type)))
        return entries.allSatisfy { $0.signature == signature }
            ? entries : entries.filter { $0.signature == signature }
    }
}
