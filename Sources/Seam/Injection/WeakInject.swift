/// Resolves a service on first read and holds it weakly.
///
/// `nil` once nobody else holds the service. The service has to be an object, also behind a protocol; anything else
/// is gone at once. Bound to ``Container/current`` when the owner is created, unless a container is given.
///
/// - Note: Reading stops the program with the text of the ``ResolutionError`` where the service cannot be had.
@propertyWrapper
public struct WeakInject<Service> {
    private let state: WeakState<Service>

    /// The service, while somebody else holds it.
    public var wrappedValue: Service? {
        get { state.value }
        nonmutating set { state.replace(with: newValue) }
    }

    /// Creates one that has its service already.
    public static func constant(_ value: Service?) -> Self { Self(state: WeakState(value: value)) }

    private init(state: WeakState<Service>) { self.state = state }

    /// Resolves the service on first read.
    public init(
        name: ServiceName? = nil,
        in container: Container? = nil,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) {
        state = WeakState(LazyInject(name: name, in: container, fileID: fileID, line: line))
    }

    /// Resolves the service on first read, with arguments.
    public init<each Argument>(
        name: ServiceName? = nil,
        arguments: repeat each Argument,
        in container: Container? = nil,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) {
        state = WeakState(
            LazyInject(name: name, arguments: repeat each arguments, in: container, fileID: fileID, line: line)
        )
    }

    /// Resolves a declared service on first read.
    public init(
        _ keyPath: any KeyPath<Container, Factory<Service>> & Sendable,
        in container: Container? = nil,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) {
        state = WeakState(LazyInject(keyPath, in: container, fileID: fileID, line: line))
    }

    /// Resolves a declared service on first read, with arguments.
    public init<each Argument>(
        _ keyPath: any KeyPath<Container, Factory<Service, repeat each Argument>> & Sendable,
        arguments: repeat each Argument,
        in container: Container? = nil,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) {
        state = WeakState(
            LazyInject(keyPath, arguments: repeat each arguments, in: container, fileID: fileID, line: line)
        )
    }
}

extension WeakInject: Sendable where Service: Sendable {}

/// A service that was not asked for yet, or one that is held weakly since.
private final class WeakState<Service>: Sendable {
    private enum State {
        case unresolved(Transferred<LazyInject<Service>>)
        case resolved(WeakBox?)
    }

    // Transferred, because the wrapper is shared exactly as far as its user shares it.
    private let state: Lock<State>

    init(_ source: LazyInject<Service>) { state = Lock(.unresolved(Transferred(value: source))) }

    init(value: Service?) { state = Lock(.resolved(value.flatMap { WeakBox($0) })) }

    var value: Service? {
        switch state.withLock({ $0 }) {
        case .resolved(let box):
            return box?.value(as: Service.self)
        case .unresolved(let source):
            let service = source.value.wrappedValue
            let box = WeakBox(service)
            return withExtendedLifetime(service) { settle(box)?.value(as: Service.self) }
        }
    }

    func replace(with value: Service?) {
        set(.resolved(value.flatMap { WeakBox($0) }))
    }

    /// Keeps the first result; what it replaces is released outside the lock.
    private func settle(_ box: WeakBox?) -> WeakBox? {
        let (settled, replaced) = state.withLock { state -> (WeakBox?, State) in
            if case .resolved(let settled) = state { return (settled, .resolved(nil)) }
            let replaced = state
            state = .resolved(box)
            return (box, replaced)
        }
        withExtendedLifetime(replaced) {}
        return settled
    }

    private func set(_ new: State) {
        let old = state.withLock { state in
            defer { state = new }
            return state
        }
        withExtendedLifetime(old) {}
    }
}
