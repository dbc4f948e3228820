/// The scope of a registration and the closures that are added to it by the methods of ``Registration``.
///
/// Settings are immutable: a request reads them once, and later changes do not affect the request. Each closure is
/// erased, and is called with the type of the registration's service.
@usableFromInline
final class Settings: Sendable {
    struct Values: Sendable {
        var scope: Scope
        /// Whether a declaration has no scope of its own, so that its container's default scope applies.
        var isOfDefaultScope = false
        var decorators: [PlacedDecorator] = []
        var creationHooks: [ErasedClosure] = []
        var resolutionHooks: [ErasedClosure] = []
        var disposers: [ErasedClosure] = []
        /// Whether a container that files the registration decorates its key; stays true once it is.
        var isDecorated = false
        /// The decorators of the container, if only one files the registration.
        var ofOnlyContainer: SoleDecorators?
        /// Whether a container that files the registration decorates its key on the main actor.
        var isDecoratedOnMainActor = false
        /// Whether a decorator or hook runs on the main actor.
        var isCompletedOnMainActor = false
        /// Whether the factory, or the closure of a declared service, runs on the main actor.
        var isBuiltOnMainActor = false
        /// The closure of a declared service, if it has to be awaited.
        var asyncFactory: ErasedAsyncFactory?
    }

    let values: Values
    /// Whether the registration has no decorators, no hooks, no async closure and no closure of the main actor.
    ///
    /// Disposers, and decorators of containers, do not count.
    let isPlain: Bool
    /// Whether this is one of the objects that registrations with nothing but a scope share.
    private let isShared: Bool

    init(_ values: Values, isShared: Bool = false) {
        (self.values, self.isShared) = (values, isShared)
        isPlain =
            values.decorators.isEmpty && values.creationHooks.isEmpty && values.resolutionHooks.isEmpty
            && !values.isBuiltOnMainActor && !values.isCompletedOnMainActor && values.asyncFactory == nil
    }

    func with(_ change: (inout Values) -> Void) -> Settings {
        var values = values
        change(&values)
        return Settings(values)
    }

    /// The settings of a copied registration, which other containers decorate.
    func copy() -> Settings {
        guard values.isDecorated else { return self }
        return with { ($0.isDecorated, $0.ofOnlyContainer, $0.isDecoratedOnMainActor) = (false, nil, false) }
    }

    var scope: Scope { values.scope }
    var hasDecorators: Bool { !values.decorators.isEmpty }
    var isOnMainActor: Bool { values.isCompletedOnMainActor || values.isBuiltOnMainActor }
    var hasCreationHooks: Bool { !values.creationHooks.isEmpty }
    var hasResolutionHooks: Bool { !values.resolutionHooks.isEmpty }
    var hasHooks: Bool { hasCreationHooks || hasResolutionHooks }

    /// The way to an instance that follows from the settings.
    ///
    /// A plan that takes a kept instance calls no factory, decorator or hook. A plan that builds an instance is allowed
    /// only under these conditions:
    /// - No closure of the registration runs on the main actor, except if the plan is `completeOnMainActor`.
    /// - If there are decorators or hooks, the service is unique and no alias, and the plan completes the instance.
    /// - If an instance is kept, its registration brings the factory.
    /// - If the plan is `graph`, `keep` or `keepInAsked`, the registration takes no arguments.
    func plan(for kind: RegistryEntry.Kind, takesArguments: Bool) -> RegistryEntry.Plan {
        guard !isOnMainActor else {
            return scope == .unique && kind != .alias && kind != .async ? .completeOnMainActor : .none
        }
        let isBare = !values.isDecorated && !hasDecorators && !hasHooks
        guard kind != .async else {
            return scope == .unique && isBare ? .await : .none
        }
        let needsOnlyFactory = isBare && kind == .factory
        return switch scope.lifetime {
        case .unique where isBare: .call
        // The decorated instance of an alias is kept under the scope of its target, which no shortcut knows.
        case .unique where kind == .alias: .none
        case .unique: values.isDecoratedOnMainActor ? .completeOnMainActor : .complete
        case .graph: isBare && !takesArguments ? .graph : .none
        case .kept where takesArguments: needsOnlyFactory ? .keepKeyed : .keyed
        case .expiring where takesArguments: .keyed
        case .shared where takesArguments, .container where takesArguments: needsOnlyFactory ? .keepKeyed : .none
        case .kept, .shared: needsOnlyFactory ? .keep : .none
        case .container: needsOnlyFactory ? .keepInAsked : .container
        case .expiring, .stored: .none
        }
    }
}

// MARK: - Settings with nothing but a scope

/// Most registrations have only a scope, and most of these a built-in one: they share their settings, so that a launch
/// makes none.
extension Settings {
    @usableFromInline static let unique = Settings(sharedUnder: .unique)
    @usableFromInline static let graph = Settings(sharedUnder: .graph)
    @usableFromInline static let cached = Settings(sharedUnder: .cached)
    @usableFromInline static let shared = Settings(sharedUnder: .shared)
    @usableFromInline static let singleton = Settings(sharedUnder: .singleton)
    static let uniqueOnMainActor = Settings(sharedUnder: .unique, onMainActor: true)
    /// The shared settings, those of most registrations first.
    private static let all = [unique, singleton, cached, shared, graph, Settings(sharedUnder: .container)]
    private static let allOnMainActor =
        [uniqueOnMainActor] + all.dropFirst().map { Settings(sharedUnder: $0.scope, onMainActor: true) }

    private convenience init(sharedUnder scope: Scope, onMainActor: Bool = false) {
        self.init(Values(scope: scope, isBuiltOnMainActor: onMainActor), isShared: true)
    }

    /// The settings of a registration that has nothing but a scope.
    ///
    /// - Parameter onMainActor: Whether its factory runs on the main actor.
    static func under(_ scope: Scope, onMainActor: Bool = false) -> Settings {
        (onMainActor ? allOnMainActor : all).first { $0.scope == scope }
            ?? Settings(Values(scope: scope, isBuiltOnMainActor: onMainActor))
    }

    /// The settings of a declaration in another scope.
    ///
    /// - Parameter former: The settings that it had; `nil` if it had none.
    @usableFromInline
    static func changed(from former: Settings?, to scope: Scope) -> Settings { former?.under(scope) ?? .under(scope) }

    func under(_ scope: Scope) -> Settings {
        guard !isShared else { return .under(scope, onMainActor: values.isBuiltOnMainActor) }
        return with { ($0.scope, $0.isOfDefaultScope) = (scope, false) }
    }
}

// MARK: - The closures

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

    mutating func addCreationHook<Service>(
        onMainActor: Bool = false,
        _ body: @escaping @Sendable (Service, Resolver) throws -> Void
    ) {
        creationHooks.append(ErasedClosure(Hook(call: body)))
        isCompletedOnMainActor = isCompletedOnMainActor || onMainActor
    }

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

/// A decorator: makes an instance of another one.
@usableFromInline
struct Decorator<Service> {
    @usableFromInline let call: @Sendable (Service, Resolver) throws -> Service

    @_transparent @usableFromInline
    borrowing func callInPlace(_ instance: Service, _ resolver: Resolver) throws -> Service {
        try call(instance, resolver)
    }
}

/// An erased decorator, with the place at which it was added; the place is for texts.
struct PlacedDecorator: Sendable {
    let closure: ErasedClosure
    let site: StaticCallSite

    init<Service>(_ transform: @escaping @Sendable (Service, Resolver) throws -> Service, at site: StaticCallSite) {
        closure = ErasedClosure(Decorator(call: transform))
        self.site = site
    }
}

/// An `onCreate` or `onResolved` hook.
@usableFromInline
struct Hook<Service> {
    @usableFromInline let call: @Sendable (Service, Resolver) throws -> Void

    @_transparent @usableFromInline
    borrowing func callInPlace(_ instance: Service, _ resolver: Resolver) throws { try call(instance, resolver) }
}

/// An `onDispose` body.
struct Disposer<Service> {
    let call: @isolated(any) @Sendable (sending Service) async throws -> Void
}
