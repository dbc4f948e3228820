/// Wraps an instance when it is built.
typealias Decorator<Service> = @Sendable (Service, Resolver) throws -> Service
/// Runs when everything built for a request is there.
typealias Hook<Service> = @Sendable (Service, Resolver) throws -> Void
/// Runs when the container is shut down.
typealias Disposer<Service> = @Sendable (Service) async throws -> Void

/// What the user adds to a registration, by the methods of ``Registration``.
///
/// Most registrations have a scope and no additions. Their closures are erased, each in a ``Step`` of a type that follows
/// from the registration's service.
@usableFromInline
struct Configuration: Sendable {
    var scope: Scope
    private var additions: [Addition] = []

    private enum Addition: Sendable {
        case decorator(any AnyObject & Sendable)
        case hook(any AnyObject & Sendable)
        case disposer(any AnyObject & Sendable)
    }

    @usableFromInline
    init(scope: Scope) {
        self.scope = scope
    }
}

/// One closure of a configuration.
private final class Step<Body: Sendable>: Sendable {
    let body: Body

    init(_ body: Body) { self.body = body }

    /// The closure of a step that was made for the same service, in the same role.
    static func body(of step: any AnyObject & Sendable) -> Body { unsafeDowncast(step, to: Self.self).body }
}

extension Configuration {
    var hasDecorators: Bool { additions.contains { if case .decorator = $0 { true } else { false } } }

    var hasHooks: Bool { additions.contains { if case .hook = $0 { true } else { false } } }

    mutating func add<Service>(decorator: @escaping Decorator<Service>) {
        additions.append(.decorator(Step(decorator)))
    }

    mutating func add<Service>(hook: @escaping Hook<Service>) {
        additions.append(.hook(Step(hook)))
    }

    mutating func add<Service>(disposer: @escaping Disposer<Service>) {
        additions.append(.disposer(Step(disposer)))
    }

    func decorators<Service>(of type: Service.Type) -> [Decorator<Service>] {
        additions.compactMap {
            if case .decorator(let step) = $0 { Step<Decorator<Service>>.body(of: step) } else { nil }
        }
    }

    func hooks<Service>(of type: Service.Type) -> [Hook<Service>] {
        additions.compactMap { if case .hook(let step) = $0 { Step<Hook<Service>>.body(of: step) } else { nil } }
    }

    func disposers<Service>(of type: Service.Type) -> [Disposer<Service>] {
        additions.compactMap {
            if case .disposer(let step) = $0 { Step<Disposer<Service>>.body(of: step) } else { nil }
        }
    }
}
