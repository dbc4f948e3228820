/// The closures of a registration or a declaration, as they are added one after the other.
extension Settings.Values {
    /// Adds a decorator, which becomes the outermost one.
    mutating func addDecorator<Service>(
        at site: StaticCallSite,
        _ transform: @escaping @Sendable (Service, Resolver) throws -> Service
    ) {
        decorators.append(PlacedDecorator(transform, at: site))
    }

    /// Adds a decorator that runs on the main actor; the whole service then belongs to the main actor.
    mutating func addDecoratorOnMainActor<Service>(
        at site: StaticCallSite,
        _ transform: @escaping @MainActor @Sendable (Service, Resolver) throws -> Service
    ) {
        addDecorator(at: site, unisolated(transform))
        isCompletedOnMainActor = true
    }

    /// Adds an `onCreate` hook.
    mutating func addCreationHook<Service>(_ body: @escaping @Sendable (Service, Resolver) throws -> Void) {
        creationHooks.append(ErasedClosure(Hook(call: body)))
    }

    /// Adds an `onCreate` hook that runs on the main actor; the whole service then belongs to the main actor.
    mutating func addCreationHookOnMainActor<Service>(
        _ body: @escaping @MainActor @Sendable (Service, Resolver) throws -> Void
    ) {
        addCreationHook(unisolated(body))
        isCompletedOnMainActor = true
    }

    /// Adds an `onResolved` hook.
    mutating func addResolutionHook<Service>(_ body: @escaping @Sendable (Service, Resolver) throws -> Void) {
        resolutionHooks.append(ErasedClosure(Hook(call: body)))
    }

    /// Adds an `onResolved` hook that runs on the main actor; the whole service then belongs to the main actor.
    mutating func addResolutionHookOnMainActor<Service>(
        _ body: @escaping @MainActor @Sendable (Service, Resolver) throws -> Void
    ) {
        addResolutionHook(unisolated(body))
        isCompletedOnMainActor = true
    }

    /// Adds an `onDispose` body.
    mutating func addDisposer<Service>(_ body: @escaping @concurrent @Sendable (Service) async throws -> Void) {
        disposers.append(ErasedClosure(Disposer(call: body)))
    }
}
