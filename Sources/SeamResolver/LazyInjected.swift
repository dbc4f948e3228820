internal import Synchronization

/// Resolves a service on first read.
///
/// ```swift
/// final class Editor {
///     @LazyInjected var spelling: SpellChecker
/// }
/// ```
///
/// Name, container and arguments may be set before the first read: `$spelling.name = "en"`. Copies of a struct share
/// one state. If several threads read first, all of them get one instance.
///
/// - Note: Reading stops the program with the text of the ``Seam/ResolutionError`` if the service cannot be resolved.
@propertyWrapper
public struct LazyInjected<Service> {
    private let state: LazyState<Service>

    /// The service, resolved by the first read.
    public var wrappedValue: Service {
        get { state.service() }
        nonmutating set { state.set(.held(newValue)) }
    }

    /// The wrapper itself.
    public var projectedValue: LazyInjected<Service> {
        get { self }
        set { self = newValue }
    }

    /// The resolver to ask; `nil` stands for ``Resolver/root``.
    public var container: Resolver? {
        get { state.request.resolver }
        nonmutating set { state.request.resolver = newValue }
    }

    /// The name to ask for.
    public var name: Resolver.Name? {
        get { state.request.name }
        nonmutating set { state.request.name = newValue }
    }

    /// The arguments to pass.
    public var args: Any? {
        get { state.request.arguments }
        nonmutating set { state.request.arguments = newValue }
    }

    /// Whether the service is not resolved yet, or was released.
    public var isEmpty: Bool { state.resolved == nil }

    /// Creates a wrapper that asks the given resolver, or ``Resolver/root``.
    public init(
        name: Resolver.Name? = nil,
        container: Resolver? = nil,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) {
        state = LazyState(WrapperRequest(resolver: container, name: name, fileID: fileID, line: line))
    }

    /// Releases the service; the next read resolves again.
    public func release() { state.set(.unresolved) }
}

extension LazyInjected: Sendable where Service: Sendable {}

/// Resolves a service on first read, and holds it weakly.
///
/// The property is `nil` as soon as nothing else holds the service, which has to be an object.
///
/// - Note: Reading stops the program with the text of the ``Seam/ResolutionError`` if the service cannot be resolved.
@propertyWrapper
public struct WeakLazyInjected<Service> {
    private let state: LazyState<Service>

    /// The service; `nil` if nothing else holds it any more.
    public var wrappedValue: Service? {
        get { state.weaklyHeldService() }
        nonmutating set { state.set(.weaklyHeld(newValue)) }
    }

    /// The wrapper itself.
    public var projectedValue: WeakLazyInjected<Service> {
        get { self }
        set { self = newValue }
    }

    /// The resolver to ask; `nil` stands for ``Resolver/root``.
    public var container: Resolver? {
        get { state.request.resolver }
        nonmutating set { state.request.resolver = newValue }
    }

    /// The name to ask for.
    public var name: Resolver.Name? {
        get { state.request.name }
        nonmutating set { state.request.name = newValue }
    }

    /// The arguments to pass.
    public var args: Any? {
        get { state.request.arguments }
        nonmutating set { state.request.arguments = newValue }
    }

    /// Whether the service is not resolved yet, or is gone.
    public var isEmpty: Bool { state.resolved == nil }

    /// Creates a wrapper that asks the given resolver, or ``Resolver/root``.
    public init(
        name: Resolver.Name? = nil,
        container: Resolver? = nil,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) {
        state = LazyState(WrapperRequest(resolver: container, name: name, fileID: fileID, line: line))
    }
}

extension WeakLazyInjected: Sendable where Service: Sendable {}

// MARK: - State

/// The request that a lazy wrapper makes.
struct WrapperRequest {
    var resolver: Resolver?
    var name: Resolver.Name?
    var arguments: Any?
    let fileID: StaticString
    let line: UInt

    func make<Service>() -> Service {
        (resolver ?? .asked).resolve(name: name, args: arguments, fileID: fileID, line: line)
    }
}

/// The state of a lazy wrapper.
private final class LazyState<Service>: Sendable {
    /// The service, as far as it is resolved.
    enum Value {
        case unresolved
        case held(Service)
        case weak(WeakObject)

        static func weaklyHeld(_ service: Service?) -> Self {
            let object = service.flatMap { type(of: $0 as Any) is AnyClass ? $0 as AnyObject : nil }
            return .weak(WeakObject(object: object))
        }
    }

    // Only threads that share the wrapper use the arguments and the service; it is Sendable only if the service is.
    private let content: Mutex<(request: Unchecked<WrapperRequest>, value: Unchecked<Value>)>

    init(_ request: WrapperRequest) {
        content = Mutex((Unchecked(value: request), Unchecked(value: .unresolved)))
    }

    var request: WrapperRequest {
        get { content.withLock { $0.request }.value }
        set {
            let new = Unchecked(value: newValue)
            let old = content.withLock { exchange(&$0.request, with: new) }
            withExtendedLifetime(old) {}
        }
    }

    /// The service, if it is resolved and not gone.
    var resolved: Service? {
        switch content.withLock({ $0.value }).value {
        case .unresolved: nil
        case .held(let service): service
        case .weak(let reference): reference.object as? Service
        }
    }

    func set(_ value: Value) {
        let new = Unchecked(value: value)
        let old = content.withLock { exchange(&$0.value, with: new) }
        withExtendedLifetime(old) {}
    }

    /// The service; resolves it unless it is held.
    func service() -> Service {
        if let resolved { return resolved }
        let service: Service = request.make()
        return settle(.held(service)) ?? service
    }

    /// The service; resolves it unless it was held weakly before.
    func weaklyHeldService() -> Service? {
        guard case .unresolved = content.withLock({ $0.value }).value else { return resolved }
        let service: Service = request.make()
        return withExtendedLifetime(service) { settle(.weaklyHeld(service)) }
    }

    /// Keeps the first value that is resolved, and returns its service.
    private func settle(_ value: Value) -> Service? {
        let new = Unchecked(value: value)
        content.withLock { content in
            if case .unresolved = content.value.value { content.value = new }
        }
        return resolved
    }
}
