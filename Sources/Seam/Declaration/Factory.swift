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
/// A factory is a value that is made whenever the property is read. Its closure belongs to the container that the
/// property was read from, and is not stored. An instance that is kept belongs to the outermost container, or to the
/// nearest one that overrides the service, and is built with the registrations of that container. Factories may be used
/// from any thread. The form is that of Factory (M. Long, 2022).
public struct Factory<Service, each Argument>: Sendable {
    /// The container that the property was read from.
    public let container: Container
    @usableFromInline let place: DeclarationPlace
    /// The scope, decorators and hooks; `nil` for the container's default scope and none.
    @usableFromInline let settings: Settings?
    @usableFromInline let closure: @Sendable (repeat each Argument) throws -> Service

    @inlinable @inline(__always)
    init(
        container: Container,
        place: DeclarationPlace,
        settings: Settings?,
        closure: @escaping @Sendable (repeat each Argument) throws -> Service
    ) {
        self.container = container
        self.place = place
        self.settings = settings
        self.closure = closure
    }
}

extension Container {
    /// Declares a service; see ``Factory``.
    ///
    /// The place in the source is the key of the declaration, and errors name it by its property. Do not pass these
    /// parameters, with one exception: a function that several declarations share takes `function` and passes it on.
    /// Declaring builds nothing. May be called from any thread.
    ///
    /// - Complexity: O(1).
    @inlinable @inline(__always)
    public func callAsFunction<Service, each Argument>(
        fileID: StaticString = #fileID,
        line: UInt = #line,
        column: UInt = #column,
        function: StaticString = #function,
        _ factory: @escaping @Sendable (repeat each Argument) throws -> Service
    ) -> Factory<Service, repeat each Argument> {
        let place = DeclarationPlace(fileID: fileID, line: line, column: column, function: function)
        return Factory(container: self, place: place, settings: nil, closure: factory)
    }

    /// Declares a service that is built on the main actor.
    ///
    /// A synchronous request on the main actor calls the closure. Elsewhere it fails with
    /// ``ResolutionError/Code/requiresMainActor``, unless the instance is kept and ready. `resolveAsync` works
    /// anywhere. Declaring builds nothing. May be called from any thread. See ``Factory`` for the rest.
    ///
    /// - Complexity: O(1).
    public func onMainActor<Service, each Argument>(
        fileID: StaticString = #fileID,
        line: UInt = #line,
        column: UInt = #column,
        function: StaticString = #function,
        _ factory: @escaping @MainActor @Sendable (repeat each Argument) throws -> Service
    ) -> Factory<Service, repeat each Argument> {
        let place = DeclarationPlace(fileID: fileID, line: line, column: column, function: function)
        return Factory(container: self, place: place, settings: .ofMainActor, closure: unisolated(factory))
    }

    /// Declares a service that another module registers, by ``Factory/register(when:fileID:line:_:)``.
    ///
    /// Until it is registered, a request fails with ``ResolutionError/Code/notRegistered``; an `Optional` service is
    /// `nil` instead. Declaring builds nothing. May be called from any thread.
    ///
    /// - Complexity: O(1).
    public func promised<Service, each Argument>(
        fileID: StaticString = #fileID,
        line: UInt = #line,
        column: UInt = #column,
        function: StaticString = #function
    ) -> Factory<Service, repeat each Argument> {
        self(fileID: fileID, line: line, column: column, function: function) { (_: repeat each Argument) in
            guard let none = nilOfOptional(Service.self) else { throw UnkeptPromise() }
            return none
        }
    }
}

// MARK: - Scopes

extension Factory {
    /// The declaration in another scope.
    ///
    /// - Complexity: O(1).
    @inlinable @inline(__always)
    public func scope(_ scope: Scope) -> Self where repeat each Argument: Hashable {
        with(.changed(from: settings, to: scope))
    }

    /// The declaration with other settings.
    @inlinable @inline(__always)
    func with(_ settings: Settings) -> Self {
        Factory(container: container, place: place, settings: settings, closure: closure)
    }
}

extension Factory where repeat each Argument: Hashable {
    /// A new instance for every request: the default, unless the container has another default scope.
    @inlinable
    public var unique: Self { settings == nil ? with(.unique) : scope(.unique) }

    /// One instance for each outermost request, shared by everything that is built for it.
    @inlinable
    public var graph: Self { settings == nil ? with(.graph) : scope(.graph) }

    /// One instance, until it is reset.
    @inlinable
    public var cached: Self { settings == nil ? with(.cached) : scope(.cached) }

    /// One instance while something else holds it, or until it is reset.
    @inlinable
    public var shared: Self { settings == nil ? with(.shared) : scope(.shared) }

    /// One instance, until the container is released, or until the instance is reset.
    @inlinable
    public var singleton: Self { settings == nil ? with(.singleton) : scope(.singleton) }
}

extension Settings {
    /// The settings of a declaration without a scope, for others to be added.
    static let ofDefaultScope = Settings(Values(scope: .unique, isOfDefaultScope: true))

    /// The settings of a declaration whose closure runs on the main actor.
    static let ofMainActor = ofDefaultScope.with { $0.isBuiltOnMainActor = true }
}

// MARK: - Contexts

extension Factory {
    /// Declares another closure for a context.
    ///
    /// If several conditions hold, the last of their closures builds the service. The condition is decided when the
    /// service is built. ``RegistrationCondition/ifAbsent`` always holds here.
    ///
    /// - Complexity: O(1).
    public func when(
        _ condition: RegistrationCondition,
        _ factory: @escaping @Sendable (repeat each Argument) throws -> Service
    ) -> Self {
        if let asyncFactory { return awaiting(asyncFactory.when(condition, in: container, factory)) }
        let otherwise = closure
        return Factory(container: container, place: place, settings: settings) { (argument: repeat each Argument) in
            guard condition.holdsNow else { return try otherwise(repeat each argument) }
            return try factory(repeat each argument)
        }
    }

    /// Declares another closure for a context, which runs on the main actor.
    ///
    /// All closures of the declaration then run there, except one that is awaited.
    ///
    /// - Complexity: O(1).
    public func whenOnMainActor(
        _ condition: RegistrationCondition,
        _ factory: @escaping @MainActor @Sendable (repeat each Argument) throws -> Service
    ) -> Self {
        if let asyncFactory {
            return awaiting(asyncFactory.when(condition, in: container, isOnMainActor: true, unisolated(factory)))
        }
        let settings = (settings ?? .ofDefaultScope).with { $0.isBuiltOnMainActor = true }
        return with(settings).when(condition, unisolated(factory))
    }
}

// MARK: - Messages of the compiler

/// Unavailable forms for wrong programs, of which Swift 6.3 says only that packs differ in their shape. They are needed
/// until the compiler names the mistake.
extension Container {
    /// Unavailable: the closure of a declaration takes a resolver.
    @available(*, unavailable, message: "a declaration has no resolver: it asks its container, as in 'self.network()'")
    public func callAsFunction<Service, each Argument>(
        _ factory: @escaping @Sendable (Resolver, repeat each Argument) throws -> Service
    ) -> Factory<Service, repeat each Argument> {
        fatalError()
    }

    /// Unavailable: the closure of a declaration takes a resolver.
    @available(*, unavailable, message: "a declaration has no resolver: it asks its container, as in 'self.network()'")
    public func onMainActor<Service, each Argument>(
        _ factory: @escaping @MainActor @Sendable (Resolver, repeat each Argument) throws -> Service
    ) -> Factory<Service, repeat each Argument> {
        fatalError()
    }
}
