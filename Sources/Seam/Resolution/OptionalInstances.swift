/// A `T?` is resolved as `T`, and is `nil` if `T` is unknown; it is never `.some(nil)`.
extension Optional: DerivedService {
    static func answers(_ request: Request) -> Bool { true }

    static func derive(_ request: Request) throws(ResolutionError) -> Self {
        func derive<List: ArgumentList>(_: List.Type) throws(ResolutionError) -> Wrapped? {
            try request.container.optionalInstance(
                of: Wrapped.self,
                name: request.name,
                arguments: List(at: request.arguments),
                site: request.site
            )
        }
        let list: any ArgumentList.Type = request.list
        return try derive(list)
    }

    static func derive(
        in container: Container,
        name: ServiceName?,
        site: StaticCallSite
    ) throws(ResolutionError) -> Self {
        try container.optionalInstance(of: Wrapped.self, name: name, arguments: NoArguments(), site: site)
    }

    static var source: DerivedSource { .optional(Wrapped.self) }

    static func deriveAsync(_ request: Request, in resolution: Resolution) async throws -> ValueBox? {
        let wrapped = request.request(for: Wrapped.self, isOptional: true)
        guard let instance = try await request.container.answer(wrapped, in: resolution) else {
            return ValueBox(Self.none)
        }
        return ValueBox(flattened(instance.value(as: Wrapped.self)))
    }
}

extension Container {
    /// The service, or `nil` if its type and name are not registered; throws where `optional` stops the program.
    package func tryOptional<Service>(
        _ type: Service.Type,
        name: ServiceName?,
        fileID: StaticString,
        line: UInt
    ) throws(ResolutionError) -> Service? {
        let site = StaticCallSite(fileID: fileID, line: line)
        return try optionalInstance(of: type, name: name, arguments: NoArguments(), site: site)
    }

    /// The instance for a key, or `nil` if it is unknown.
    @inlinable
    func optionalInstance<Service, Arguments: ArgumentList>(
        of type: Service.Type,
        name: ServiceName?,
        arguments: Arguments,
        site: StaticCallSite
    ) throws(ResolutionError) -> Service? {
        let signature = Arguments.signature(of: type)
        if Arguments.self == NoArguments.self, isKnownToBeAbsent(signature, name: name) { return nil }
        let lookup = lookUp(signature, name: name)
        switch lookup.shortcut {
        case nil:
            return try slowOptionalInstance(name: name, arguments: arguments, site: site)
        case .ready(let word):
            return flattened(readyInstance(at: word, lookup.record))
        case .call(let entry):
            return flattened(try calledInstance(entry.factory, lookup.record, arguments, site))
        case let shortcut?:
            return try optionalInstance(shortcut, lookup.record, name, arguments, site)
        }
    }

    /// The instance at the end of a shortcut that takes more than one copy or one call.
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
            case .indirect(let shortcut):
                return flattened(try indirectInstance(by: shortcut, record, name, arguments, site))
            case .ready, .call: preconditionFailure("The caller takes these.")
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
