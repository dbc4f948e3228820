/// The scope of a registration and the closures that are added to it by the methods of ``Registration``.
///
/// Settings are immutable: a request takes them once, and works with them whatever changes meanwhile. Each closure is
/// erased, and is called with the type of the registration's service.
@usableFromInline
final class Settings: Sendable {
    struct Values: Sendable {
        var scope: Scope
        /// The kept instances, under a scope that outlives requests.
        var cache: InstanceCache?
        var decorators: [ErasedClosure] = []
        var creationHooks: [ErasedClosure] = []
        var resolutionHooks: [ErasedClosure] = []
        var disposers: [ErasedClosure] = []
        /// Whether a container that files the registration decorates its key; stays true once it is.
        var isDecorated = false
    }

    let values: Values

    init(_ values: Values) { self.values = values }

    /// The settings of most registrations.
    @usableFromInline static let unique = Settings(Values(scope: .unique))

    /// The settings of a new registration.
    static func under(_ scope: Scope) -> Settings {
        guard scope != .unique else { return unique }
        return Settings(Values(scope: scope, cache: scope.lifetime.outlivesRequests ? InstanceCache(scope) : nil))
    }

    /// The settings of a copied registration, which keeps instances of its own.
    func copy() -> Settings {
        guard values.cache != nil || values.isDecorated else { return self }
        var values = values
        values.cache = values.scope.lifetime.outlivesRequests ? InstanceCache(values.scope) : nil
        values.isDecorated = false
        return Settings(values)
    }

    var scope: Scope { values.scope }
    var cache: InstanceCache? { values.cache }
    var hasDecorators: Bool { !values.decorators.isEmpty }
    var hasHooks: Bool { !values.creationHooks.isEmpty || !values.resolutionHooks.isEmpty }

    /// The way of a request that needs no settings.
    func shortcut(for kind: RegistryEntry.Kind) -> RegistryEntry.Shortcut {
        guard kind != .async, kind != .mainActor, !values.isDecorated, !hasDecorators, !hasHooks else { return .none }
        switch scope.lifetime {
        case .unique: return .call
        case .graph: return .graph
        case .kept, .expiring, .shared, .container, .stored: return .none
        }
    }
}

// MARK: - The closures

/// A decorator: makes an instance of another one.
struct Decorator<Service> {
    let call: @Sendable (Service, Resolver) throws -> Service
}

/// An `onCreate` or `onResolved` hook.
struct Hook<Service> {
    let call: @Sendable (Service, Resolver) throws -> Void
}

/// An `onDispose` body.
struct Disposer<Service> {
    let call: @Sendable (Service) async throws -> Void
}
