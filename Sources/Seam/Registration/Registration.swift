/// A new registration, to be given its scope, aliases, decorators and hooks.
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
    @usableFromInline let entry: RegistryEntry
    /// The container where it was filed; `nil` if its condition was false.
    @usableFromInline let container: Container?

    @inlinable
    init(_ added: (entry: RegistryEntry, container: Container?)) {
        entry = added.entry
        container = added.container
    }

    private func configured(_ change: (inout Settings.Values) -> Void) -> Self {
        entry.configure(change)
        return self
    }
}

extension Registration {
    /// Sets how long instances are kept; with arguments, one for each distinct set of them.
    @discardableResult
    public func scope(_ scope: Scope) -> Self where repeat each Argument: Hashable {
        entry.setScope(scope).release()
        return self
    }

    /// Wraps each instance, once, when it is built; of several decorators the last is the outermost.
    ///
    /// Goes with the registration. A decorator that throws fails the request, and nothing is kept.
    @discardableResult
    public func decorate(_ transform: @escaping @Sendable (Service, Resolver) throws -> Service) -> Self {
        configured { $0.decorators.append(ErasedClosure(Decorator(call: transform))) }
    }

    /// Runs once for each instance, right after it was built and decorated, on the thread or in the task that built it.
    ///
    /// Nobody outside the resolution sees the instance before its hooks have returned. Inside, requests for it find it if
    /// a scope keeps it or the graph shares it, so two services may set each other in their hooks. A hook that throws
    /// fails the build, and the instance is not kept. A hook that needs a service which is still being built further up
    /// gets ``ResolutionError/Code/circularDependency``: see ``onResolved(_:)``. (Autofac's `OnActivating`.)
    @discardableResult
    public func onCreate(_ body: @escaping @Sendable (Service, Resolver) throws -> Void) -> Self {
        configured { $0.creationHooks.append(ErasedClosure(Hook(call: body))) }
    }

    /// Runs once for each instance, when the outermost request that built it is finished; inner instances come first.
    ///
    /// By then the instance may have been seen by others. It closes the circles that ``onCreate(_:)`` cannot: a service
    /// that another one takes in its initialiser may ask for that here. Runs for every kept instance that was built, also
    /// if the request failed, and for other ones if it succeeded. The first error is thrown by the outermost request, and
    /// a kept instance that it was for is dropped. (Autofac's `OnActivated`.)
    @discardableResult
    public func onResolved(_ body: @escaping @Sendable (Service, Resolver) throws -> Void) -> Self {
        configured { $0.resolutionHooks.append(ErasedClosure(Hook(call: body))) }
    }

    /// Runs once for each instance that the container keeps when it is shut down, dependents before what they depend on.
    ///
    /// What it throws is collected by ``Container/shutdown()``, which goes on with the others.
    @discardableResult
    public func onDispose(_ body: @escaping @Sendable (Service) async throws -> Void) -> Self {
        configured { $0.disposers.append(ErasedClosure(Disposer(call: body))) }
    }
}
