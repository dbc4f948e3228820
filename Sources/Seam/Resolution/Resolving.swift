/// Resolution, in containers and resolvers alike.
extension Resolving {
    /// The service, or the end of the program with an explanation.
    ///
    /// - Parameters:
    ///   - type: The service's type; inferred where it is left out.
    ///   - name: The name it was registered under, if any. A named request never falls back to the unnamed service.
    ///   - fileID: Where this is written, for the text of an error.
    ///   - line: The line there.
    /// - Returns: A new or a kept instance, as the scope of the registration says.
    /// - Note: Stops the program with the text of the ``ResolutionError`` where the service cannot be had, also inside
    ///   a factory that somebody else asked for with ``tryResolve(_:name:fileID:line:)``.
    /// - Complexity: O(1) on average, and what the factory takes. May be called from any thread.
    @inlinable
    public func resolve<Service>(
        _ type: Service.Type = Service.self,
        name: ServiceName? = nil,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) -> Service {
        do {
            return try instance(
                of: type,
                name: name,
                arguments: NoArguments(),
                site: StaticCallSite(fileID: fileID, line: line)
            )
        } catch {
            error.stopProgram()
        }
    }

    /// The service built with the given arguments, or the end of the program with an explanation.
    ///
    /// The types of the arguments select the registration: exactly these, else the one that accepts them.
    ///
    /// - Note: Stops the program where the service cannot be had.
    /// - Complexity: O(1) on average where a registration has exactly these types, and what the factory takes.
    @inlinable
    @_disfavoredOverload
    public func resolve<Service, each Argument>(
        _ type: Service.Type = Service.self,
        name: ServiceName? = nil,
        arguments: repeat each Argument,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) -> Service {
        do {
            let (pack, site) = (ArgumentPack(repeat each arguments), StaticCallSite(fileID: fileID, line: line))
            return try instance(of: type, name: name, arguments: pack, site: site)
        } catch {
            error.stopProgram()
        }
    }

    /// The service, or an error that says why not.
    ///
    /// - Throws: The ``ResolutionError`` of whatever failed innermost, with the whole path.
    @inlinable
    public func tryResolve<Service>(
        _ type: Service.Type = Service.self,
        name: ServiceName? = nil,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) throws(ResolutionError) -> Service {
        try instance(
            of: type,
            name: name,
            arguments: NoArguments(),
            site: StaticCallSite(fileID: fileID, line: line)
        )
    }

    /// The service built with the given arguments, or an error that says why not.
    ///
    /// - Throws: As without arguments; and `argumentMismatch` where no registration takes these.
    @inlinable
    @_disfavoredOverload
    public func tryResolve<Service, each Argument>(
        _ type: Service.Type = Service.self,
        name: ServiceName? = nil,
        arguments: repeat each Argument,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) throws(ResolutionError) -> Service {
        let (pack, site) = (ArgumentPack(repeat each arguments), StaticCallSite(fileID: fileID, line: line))
        return try instance(of: type, name: name, arguments: pack, site: site)
    }

    /// The service, or `nil` where its key is unknown.
    ///
    /// - Note: Stops the program where the key is known and the service cannot be built.
    @inlinable
    public func optional<Service>(
        _ type: Service.Type = Service.self,
        name: ServiceName? = nil,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) -> Service? {
        do {
            return try container.optionalInstance(
                of: type,
                name: name,
                arguments: NoArguments(),
                site: StaticCallSite(fileID: fileID, line: line)
            )
        } catch {
            error.stopProgram()
        }
    }

    /// The service built with the given arguments, or `nil` where no registration takes these.
    ///
    /// - Note: Stops the program where the key is known and the service cannot be built.
    @inlinable
    @_disfavoredOverload
    public func optional<Service, each Argument>(
        _ type: Service.Type = Service.self,
        name: ServiceName? = nil,
        arguments: repeat each Argument,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) -> Service? {
        do {
            let (pack, site) = (ArgumentPack(repeat each arguments), StaticCallSite(fileID: fileID, line: line))
            return try container.optionalInstance(of: type, name: name, arguments: pack, site: site)
        } catch {
            error.stopProgram()
        }
    }

    /// Every registration and contribution of a type, names included.
    ///
    /// - Returns: An instance of each, in the order of registration, those of parents first; empty where there is none.
    /// - Note: Stops the program where one of them cannot be built.
    /// - Complexity: O(*n* log *n*) in the number of registrations of the type, and what the factories take.
    public func all<Service>(
        _ type: Service.Type = Service.self,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) -> [Service] {
        do {
            return try container.instances(of: type, site: StaticCallSite(fileID: fileID, line: line))
        } catch {
            error.stopProgram()
        }
    }
}

// MARK: - The free functions

/// The service from the current container, or the end of the program with an explanation.
///
/// Good as a default argument: `init(api: any API = resolve())`. Inside a factory the current container is the one
/// that is building; see ``Container/current``. The rest is as in ``Resolving/resolve(_:name:fileID:line:)``.
@inlinable
public func resolve<Service>(
    _ type: Service.Type = Service.self,
    name: ServiceName? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line
) -> Service {
    Container.current.resolve(type, name: name, fileID: fileID, line: line)
}

/// The service built with the given arguments by the current container, or the end of the program with an explanation.
@inlinable
@_disfavoredOverload
public func resolve<Service, each Argument>(
    _ type: Service.Type = Service.self,
    name: ServiceName? = nil,
    arguments: repeat each Argument,
    fileID: StaticString = #fileID,
    line: UInt = #line
) -> Service {
    Container.current.resolve(type, name: name, arguments: repeat each arguments, fileID: fileID, line: line)
}

// MARK: - The edge

/// The lines that the forms share; here, because a debug build inlines transparent functions of the same file.
extension Resolving {
    /// The instance for a key.
    ///
    /// - Throws: The reason why it failed, with the path from the outermost request.
    @_transparent @usableFromInline
    func instance<Service, Arguments: ArgumentList>(
        of type: Service.Type,
        name: ServiceName?,
        arguments: Arguments,
        site: StaticCallSite
    ) throws(ResolutionError) -> Service {
        let container = container
        let signature = Arguments.signature(of: type)
        let sight: Sight
        if let name {
            sight = container.look(for: signature, named: name)
        } else {
            sight = container.look(for: signature)
        }
        guard let shortcut = sight.shortcut else { return try container.resolveSlowly(name, arguments, site) }
        if case .graph(let entry) = shortcut {
            return try container.graphInstance(entry, sight.record, name, arguments, site)
        }
        return try container.take(shortcut, sight.record, name, arguments, site)
    }
}
