/// What the user adds to a registration after making it, by the methods of ``Registration``.
///
/// The closures are erased, each in a ``Step`` of a type that follows from the registration's service. So a registration
/// without any, as most are, needs no metadata of function types, which the runtime looks up anew for every service.
@usableFromInline
struct Configuration: Sendable {
    var scope: Scope
    var decorators: [any AnyObject & Sendable] = []
    var hooks: [any AnyObject & Sendable] = []
    var disposers: [any AnyObject & Sendable] = []
    var aliases: [ServiceKey] = []

    @usableFromInline
    init(scope: Scope) {
        self.scope = scope
    }
}

/// One closure of a configuration.
final class Step<Body: Sendable>: Sendable {
    let body: Body

    init(_ body: Body) { self.body = body }
}

extension [any AnyObject & Sendable] {
    /// The closures; the list was filled by the registration that asks, so their type is known.
    func steps<Body: Sendable>(of type: Body.Type) -> [Body] {
        map { unsafeDowncast($0, to: Step<Body>.self).body }
    }
}
