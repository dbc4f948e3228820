/// The scope of a registration and the closures that the user adds to it, by the methods of ``Registration``.
///
/// A value behind a reference: a request takes the settings once and works with them, whatever changes meanwhile. Each
/// closure is erased, and called with the types of its registration's service.
@usableFromInline
final class Settings: Sendable {
    struct Values: Sendable {
        var scope: Scope
        /// Keeps the instances, for a scope that outlives requests.
        var cache: InstanceCache?
        var decorators: [ErasedClosure] = []
        var creationHooks: [ErasedClosure] = []
        var resolutionHooks: [ErasedClosure] = []
        var disposers: [ErasedClosure] = []
        /// Whether a container that the registration stands in decorates its key; once decorated, it stays so.
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

    /// The way to an instance without a look at the settings.
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
