/// A service that is declared as a property of ``Container``, so that a missing one does not compile.
///
/// ```swift
/// extension Container {
///     var api: Factory<any API> { self { LiveAPI(client: self.client()) }.singleton }
///     var user: Factory<UserModel, Int> { self { id in UserModel(id: id) } }
/// }
/// let api = container.api()
/// let user = container.user(42)
/// ```
///
/// A factory is a value that is made whenever the property is read. Its closure belongs to the container that it was
/// read from, and is not stored. The container keeps the instances and overrides, under the place of the declaration in
/// the source. Factories may be used from any thread. The form is that of Factory (M. Long, 2022).
public struct Factory<Service, each Argument>: Sendable {
    /// The container that the property was read from.
    public let container: Container
    let key: DeclarationKey
    let name: ServiceName
    let scope: Scope
    let closure: @Sendable (repeat each Argument) throws -> Service

    /// The service: from the nearest override, or else from the declaration.
    ///
    /// - Note: Stops the program with the text of the ``ResolutionError`` if the service cannot be resolved.
    @inlinable @inline(__always)
    public func callAsFunction(
        _ arguments: repeat each Argument,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) -> Service {
        required(ArgumentPack(repeat each arguments), site: StaticCallSite(fileID: fileID, line: line))
    }

    /// The service: from the nearest override, or else from the declaration.
    ///
    /// - Note: Stops the program with the text of the ``ResolutionError`` if the service cannot be resolved.
    @inlinable @inline(__always)
    public func resolve(
        _ arguments: repeat each Argument,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) -> Service {
        required(ArgumentPack(repeat each arguments), site: StaticCallSite(fileID: fileID, line: line))
    }

    /// The service; stops the program if it cannot be resolved.
    ///
    /// The callers of this are inlined, so that no empty pack is left in an async caller: the optimiser of Swift 6.3
    /// crashes on one.
    @usableFromInline
    func required(_ arguments: ArgumentPack<repeat each Argument>, site: StaticCallSite) -> Service {
        do {
            return try instance(arguments, site: site)
        } catch {
            error.stopProgram()
        }
    }
}

extension Container {
    /// Declares a service; see ``Factory``.
    ///
    /// The place in the source is the key of the declaration, and errors name it by its property: do not pass these
    /// parameters. Declaring builds nothing. May be called from any thread.
    ///
    /// - Complexity: O(*n*) in the length of the property's name.
    public func callAsFunction<Service, each Argument>(
        fileID: StaticString = #fileID,
        line: UInt = #line,
        column: UInt = #column,
        function: StaticString = #function,
        _ factory: @escaping @Sendable (repeat each Argument) throws -> Service
    ) -> Factory<Service, repeat each Argument> {
        let signature = ArgumentPack<repeat each Argument>.signature(of: Service.self)
        return Factory(
            container: self,
            key: DeclarationKey(fileID: fileID, line: line, column: column, signature: signature),
            name: ServiceName(function.description),
            scope: defaultScope,
            closure: factory
        )
    }
}

// MARK: - Scopes

extension Factory {
    /// The declaration in another scope.
    public func scope(_ scope: Scope) -> Self where repeat each Argument: Hashable {
        Factory(container: container, key: key, name: name, scope: scope, closure: closure)
    }
}

extension Factory where repeat each Argument: Hashable {
    /// A new instance for every request: the default.
    public var unique: Self { scope(.unique) }

    /// One instance for each outermost request, shared by everything that is built for it.
    public var graph: Self { scope(.graph) }

    /// One instance, until it is reset.
    public var cached: Self { scope(.cached) }

    /// One instance while something else holds it.
    public var shared: Self { scope(.shared) }

    /// One instance, until the container is gone, or until it is reset.
    public var singleton: Self { scope(.singleton) }
}
