/// The closures of a registration or a declaration, as they are added one after the other.
///
/// If one of them runs on the main actor, the whole service belongs to the main actor.
extension Settings.Values {
    /// Adds a decorator, which becomes the outermost one.
    mutating func addDecorator<Service>(
        at site: StaticCallSite,
        onMainActor: Bool = false,
        _ transform: @escaping @Sendable (Service, Resolver) throws -> Service
    ) {
        decorators.append(PlacedDecorator(transform, at: site))
        isCompletedOnMainActor = isCompletedOnMainActor || onMainActor
    }

    /// Adds an `onCreate` hook.
    mutating func addCreationHook<Service>(
        onMainActor: Bool = false,
        _ body: @escaping @Sendable (Service, Resolver) throws -> Void
    ) {
        creationHooks.append(ErasedClosure(Hook(call: body)))
        isCompletedOnMainActor = isCompletedOnMainActor || onMainActor
    }

    /// Adds an `onResolved` hook.
    mutating func addResolutionHook<Service>(
        onMainActor: Bool = false,
        _ body: @escaping @Sendable (Service, Resolver) throws -> Void
    ) {
        resolutionHooks.append(ErasedClosure(Hook(call: body)))
        isCompletedOnMainActor = isCompletedOnMainActor || onMainActor
    }

    /// Adds an `onDispose` body.
    mutating func addDisposer<Service>(
        _ body: @escaping @isolated(any) @Sendable (sending Service) async throws -> Void
    ) {
        disposers.append(ErasedClosure(Disposer(call: body)))
    }
}
