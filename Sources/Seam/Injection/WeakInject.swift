/// Resolves a service on first read and holds it weakly.
///
/// The property is `nil` as soon as nothing else holds the service. The service has to be an object; its type may be a
/// protocol. If the service is anything else, the property is `nil` at once. `$property.isResolved` says whether the
/// service was resolved. The wrapper is bound to ``Container/current`` when its owner is created, unless a container is
/// given, and holds the container as ``LazyInject`` does. If several threads read it first, the service is resolved
/// once.
///
/// - Note: Reading stops the program with the text of the ``ResolutionError`` if the service cannot be resolved, or if
///   the container is gone.
/// - Complexity: The first read takes the time of a request. Later ones are O(1).
@propertyWrapper
public struct WeakInject<Service> {
    private let state: WeakState<Service>

    /// The service; `nil` if nothing else holds it any more.
    public var wrappedValue: Service? {
        get { state.value }
        nonmutating set { state.replace(with: newValue) }
    }

    /// The wrapper itself, for ``isResolved``.
    public var projectedValue: Self { self }

    /// Whether the service was resolved or set; stays true when the service is gone.
    public var isResolved: Bool { state.isResolved }

    /// Creates a wrapper that holds the given service.
    public static func constant(_ value: Service?) -> Self { Self(state: WeakState(value: value)) }

    private init(state: WeakState<Service>) { self.state = state }

    private init(_ bound: BoundRequest<Service>) { state = WeakState(bound.binding) }

    /// Resolves the service on first read.
    public init(
        name: ServiceName? = nil,
        in container: Container? = nil,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) {
        self.init(BoundRequest(NoArguments(), name: name, in: container, fileID, line))
    }

    /// Resolves the service on first read, with arguments.
    public init<each Argument>(
        name: ServiceName? = nil,
        arguments: repeat each Argument,
        in container: Container? = nil,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) {
        self.init(BoundRequest(ArgumentPack(repeat each arguments), name: name, in: container, fileID, line))
    }

    /// Resolves a declared service on first read.
    public init(
        _ keyPath: any KeyPath<Container, Factory<Service>> & Sendable,
        in container: Container? = nil,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) {
        self.init(BoundRequest(ArgumentPack(), keyPath, in: container, fileID, line))
    }

    /// Resolves a declared service on first read, with arguments.
    public init<each Argument>(
        _ keyPath: any KeyPath<Container, Factory<Service, repeat each Argument>> & Sendable,
        arguments: repeat each Argument,
        in container: Container? = nil,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) {
        self.init(BoundRequest(ArgumentPack(repeat each arguments), keyPath, in: container, fileID, line))
    }
}

// MARK: - On the main actor

/// The forms for declarations that are isolated to the main actor: their key paths are not `Sendable`.
extension WeakInject {
    /// Resolves a declared service of the main actor, as ``init(_:in:fileID:line:)`` does.
    @MainActor
    public init(
        _ keyPath: KeyPath<Container, Factory<Service>>,
        in container: Container? = nil,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) {
        self.init(BoundRequest(ArgumentPack(), onMainActor: keyPath, in: container, fileID, line))
    }

    /// Resolves a declared service of the main actor, with arguments.
    @MainActor
    public init<each Argument>(
        _ keyPath: KeyPath<Container, Factory<Service, repeat each Argument>>,
        arguments: repeat each Argument,
        in container: Container? = nil,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) {
        self.init(BoundRequest(ArgumentPack(repeat each arguments), onMainActor: keyPath, in: container, fileID, line))
    }
}

extension WeakInject: Sendable where Service: Sendable {}

/// The state of a ``WeakInject``: not resolved yet, or held weakly.
private final class WeakState<Service>: Sendable {
    private enum State {
        case unresolved(LazyBinding)
        case resolved(WeakBox?)
    }

    private let state: Lock<State>

    init(_ binding: LazyBinding) { state = Lock(.unresolved(binding)) }

    init(value: Service?) { state = Lock(.resolved(value.flatMap { WeakBox($0) })) }

    var isResolved: Bool {
        if case .resolved = state.withLock({ $0 }) { true } else { false }
    }

    var value: Service? {
        switch state.withLock({ $0 }) {
        case .resolved(let box):
            return box?.value(as: Service.self)
        case .unresolved(let binding):
            let service = binding.value(as: Service.self)
            let box = WeakBox(service)
            return withExtendedLifetime(service) { keepFirst(box)?.value(as: Service.self) }
        }
    }

    func replace(with value: Service?) {
        let new = State.resolved(value.flatMap { WeakBox($0) })
        state.withLockReleasing { exchange(&$0, with: new) }
    }

    /// Keeps the first result and returns it; the state before is released outside the lock.
    private func keepFirst(_ box: WeakBox?) -> WeakBox? {
        let (settled, replaced) = state.withLock { state -> (WeakBox?, State) in
            if case .resolved(let settled) = state { return (settled, .resolved(nil)) }
            return (box, exchange(&state, with: .resolved(box)))
        }
        withExtendedLifetime(replaced) {}
        return settled
    }
}
