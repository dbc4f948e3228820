/// The ways to resolve a service, of containers and resolvers.
///
/// Results of requests without arguments are `sending`: otherwise a type that is not `Sendable`, such as a protocol of
/// the main actor, would bind the result to the caller's task. A result of the others may hold an argument.
extension Resolving {
    /// The service; stops the program if it cannot be resolved.
    ///
    /// May be called from any thread; waits while another request builds the same kept instance. An async factory is
    /// not waited for: as long as its instance is not there, the request fails with
    /// ``ResolutionError/Code/requiresAsync``. The same applies to all synchronous forms.
    ///
    /// - Parameters:
    ///   - type: The type of the service; inferred by default.
    ///   - name: The name of the registration, if it has one. A named request never falls back to the unnamed service.
    ///   - fileID: The file of the call, for the text of an error.
    ///   - line: The line of the call.
    /// - Returns: A new or a kept instance, as the scope of the registration says.
    /// - Note: If the service cannot be resolved, the program stops with the text of the ``ResolutionError``, even
    ///   inside a factory that was called for ``tryResolve(_:name:fileID:line:)``.
    /// - Complexity: O(1) on average for each container that is searched, and the time of the factory. To build a kept
    ///   instance inside factories whose instances are not kept, also O(*n*) in the number of these.
    @inlinable
    public func resolve<Service>(
        _ type: Service.Type = Service.self,
        name: ServiceName? = nil,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) -> sending Service {
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

    /// The service built with the given arguments; stops the program if it cannot be resolved.
    ///
    /// The types of the arguments select the registration: the one with exactly these types, or else the only one whose
    /// types accept the values. May be called from any thread; waits while another request builds the same kept
    /// instance.
    ///
    /// - Note: If the service cannot be resolved, the program stops with the text of the ``ResolutionError``.
    /// - Complexity: O(1) on average for each searched container, and the time of the factory, if a registration
    ///   has exactly these types. Inside calls of the same factory, also O(*n*) in their number: their arguments are
    ///   compared.
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
            return try instance(
                of: type,
                name: name,
                arguments: ArgumentPack(repeat each arguments),
                site: StaticCallSite(fileID: fileID, line: line)
            )
        } catch {
            error.stopProgram()
        }
    }

    /// The service; throws if it cannot be resolved.
    ///
    /// May be called from any thread; waits while another request builds the same kept instance.
    ///
    /// - Throws: ``ResolutionError``: the code, cause and location of the innermost request that failed, and the whole
    ///   path.
    /// - Complexity: O(1) on average for each container that is searched, and the time of the factory.
    @inlinable
    public func tryResolve<Service>(
        _ type: Service.Type = Service.self,
        name: ServiceName? = nil,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) throws(ResolutionError) -> sending Service {
        try instance(
            of: type,
            name: name,
            arguments: NoArguments(),
            site: StaticCallSite(fileID: fileID, line: line)
        )
    }

    /// The service built with the given arguments; throws if it cannot be resolved.
    ///
    /// May be called from any thread; waits while another request builds the same kept instance.
    ///
    /// - Throws: The errors of the form without arguments; ``ResolutionError/Code/argumentMismatch`` if the service is
    ///   registered only with other arguments, or if several registrations accept these.
    /// - Complexity: O(1) on average for each searched container, and the time of the factory, if a registration
    ///   has exactly these types.
    @inlinable
    @_disfavoredOverload
    public func tryResolve<Service, each Argument>(
        _ type: Service.Type = Service.self,
        name: ServiceName? = nil,
        arguments: repeat each Argument,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) throws(ResolutionError) -> Service {
        try instance(
            of: type,
            name: name,
            arguments: ArgumentPack(repeat each arguments),
            site: StaticCallSite(fileID: fileID, line: line)
        )
    }

    /// The service; `nil` if its key is unknown.
    ///
    /// The nil of an `Optional` service is `nil` as well. May be called from any thread; waits while another request
    /// builds the same kept instance.
    ///
    /// - Note: If the key is known and the service cannot be built, the program stops with the text of the
    ///   ``ResolutionError``.
    /// - Complexity: O(1) on average for each container that is searched, and the time of the factory.
    @inlinable
    public func optional<Service>(
        _ type: Service.Type = Service.self,
        name: ServiceName? = nil,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) -> sending Service? {
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

    /// The service built with the given arguments; `nil` if no registration takes these arguments.
    ///
    /// May be called from any thread; waits while another request builds the same kept instance.
    ///
    /// - Note: If several registrations accept them, or one takes them and the service cannot be built, the program
    ///   stops with the text of the ``ResolutionError``.
    /// - Complexity: O(1) on average for each searched container, and the time of the factory, if a registration
    ///   has exactly these types.
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

    /// Every registration without arguments, named or not, and every contribution, of a type.
    ///
    /// A registration hides those of its name in the parents. Declared services are not among them. May be called from
    /// any thread; waits while another request builds the same kept instance.
    ///
    /// - Returns: An instance of each, in the order of registration, those of parents first; empty if there is none.
    /// - Note: If one of them cannot be built, the program stops with the text of the ``ResolutionError``.
    /// - Complexity: O(*n* log *n*) in the number of registrations of the type, O(*m*) for each in the number of
    ///   containers up to its own, and the time of the factories.
    @inlinable
    public func all<Service>(
        _ type: Service.Type = Service.self,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) -> sending [Service] {
        do {
            return try container.instances(of: type, site: StaticCallSite(fileID: fileID, line: line))
        } catch {
            error.stopProgram()
        }
    }
}

// MARK: - The free functions

/// The service from the current container; stops the program if it cannot be resolved.
///
/// Use this function as a default argument: `init(api: any API = resolve())`. Inside a factory, the current container
/// is the one that is building; see ``Container/current``, and ``Resolving/resolve(_:name:fileID:line:)`` for the rest.
/// May be called from any thread.
///
/// - Complexity: O(1) on average for each container that is searched, and the time of the factory.
@inlinable
public func resolve<Service>(
    _ type: Service.Type = Service.self,
    name: ServiceName? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line
) -> sending Service {
    Container.withCurrent { $0.resolve(type, name: name, fileID: fileID, line: line) }
}

/// The service built by the current container with the given arguments; stops the program if it cannot be resolved.
///
/// See ``Resolving/resolve(_:name:arguments:fileID:line:)``. May be called from any thread.
///
/// - Complexity: O(1) on average for each searched container, and the time of the factory, if a registration has
///   exactly these types.
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

/// The edge that the forms share: in this file, because a debug build inlines transparent functions of the same file.
extension Resolving {
    /// The instance for a key.
    ///
    /// - Throws: The failure, with the path from the outermost request.
    @_transparent @usableFromInline
    func instance<Service, Arguments: ArgumentList>(
        of type: Service.Type,
        name: ServiceName?,
        arguments: Arguments,
        site: StaticCallSite
    ) throws(ResolutionError) -> Service {
        let container = container
        let signature = Arguments.signature(of: type)
        let lookup = container.lookUp(signature, name: name)
        // Without a function in between, since such services may be nested deeply.
        switch lookup.shortcut {
        case nil:
            return try container.resolveSlowly(name, arguments, site)
        case .ready(let word):
            return container.readyInstance(at: word, lookup.record)
        case .call(let entry):
            return try container.calledInstance(entry.factory, lookup.record, arguments, site)
        case .complete(let entry):
            return try container.completedInstance(entry, lookup.record, arguments, site)
        case .graph(let entry):
            return try container.graphInstance(entry, lookup.record, name, site)
        case .keep(let entry):
            return try container.keptInstance(entry, lookup.record, name, site)
        case .indirect(let shortcut):
            return try container.indirectInstance(by: shortcut, lookup.record, name, arguments, site)
        }
    }
}
