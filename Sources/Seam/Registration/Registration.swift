/// A registration that was just made, to be given its scope, aliases, decorators and hooks.
///
/// ```swift
/// container.register { LiveAPI() }
///     .scope(.singleton)
///     .implements((any API).self)
/// ```
///
/// All methods return the registration, may be called in any order and from any thread, and take effect for requests
/// that follow. On a registration whose condition was false they change nothing.
public struct Registration<Service, each Argument>: Sendable {
    @usableFromInline let registration: AnyRegistration
    /// Where it was filed; `nil` where its condition was false.
    @usableFromInline let container: Container?

    @inlinable
    init(_ registration: AnyRegistration, in container: Container?) {
        self.registration = registration
        self.container = container
    }

    private func configured(
        _ change: (inout Configuration) -> Void
    ) -> Self {
        let containers = container.map { container in [container] + container.mirrors } ?? []
        let isDecorated = containers.contains { $0.isDecorated(Service.self, name: registration.name) }
        registration.configure(isDecorated: isDecorated, change)
        return self
    }
}

extension Registration {
    /// Sets how long instances are kept; with arguments, one for each distinct set of them.
    @discardableResult
    public func scope(_ scope: Scope) -> Self where repeat each Argument: Hashable {
        let configured = configured { $0.scope = scope }
        let dropped = container?.dropInstances(of: registration) ?? registration.dropInstances()
        dropped.release()
        return configured
    }

    /// Wraps each instance, once, when it is built; of several decorators the last is the outermost.
    ///
    /// Goes with the registration. A decorator that throws fails the request, and nothing is kept.
    @discardableResult
    public func decorate(_ transform: @escaping @Sendable (Service, Resolver) throws -> Service) -> Self {
        configured { $0.add(decorator: transform) }
    }

    /// Runs once for each instance, when the outermost construction under way is finished, inner instances first.
    ///
    /// The instance can by then be found by the same resolution, so a hook may wire a cycle; other threads see it
    /// after its hooks have returned. A hook that throws fails the request, and the instance is not kept.
    @discardableResult
    public func onCreate(_ body: @escaping @Sendable (Service, Resolver) throws -> Void) -> Self {
        configured { $0.add(hook: body) }
    }

    /// Runs once for each instance that the container keeps when it is shut down, dependents before what they depend on.
    ///
    /// What it throws is collected by ``Container/shutdown()``, which goes on with the others.
    @discardableResult
    public func onDispose(_ body: @escaping @Sendable (Service) async throws -> Void) -> Self {
        configured { $0.add(disposer: body) }
    }
}
