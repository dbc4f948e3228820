/// The errors of resolution, with the text and the remedy of each code.
@usableFromInline
enum Failure {
    /// The parts of a service that may throw.
    enum Part {
        /// The factory, a decorator or an `onCreate` hook.
        case build
        case resolvedHook

        fileprivate func text(of error: any Error, service: String, notes: [String]) -> ErrorText {
            switch self {
            case .build:
                ErrorText(
                    summary: "Building \(service) failed: \(error)",
                    notes: notes,
                    remedy: "look at what its factory, decorators and hooks throw; the instance was not kept, and "
                        + "the next request tries again."
                )
            case .resolvedHook:
                ErrorText(
                    summary: "An onResolved hook of \(service) failed: \(error)",
                    notes: notes,
                    remedy: "look at what the hook throws; a cached instance was dropped for it, and other cached "
                        + "services of the request stay."
                )
            }
        }
    }

    /// The failure of a service, a part of which threw an error.
    ///
    /// The error of an inner request is passed on; its path is completed if it came from another thread or task.
    static func failed(_ error: any Error, in part: Part = .build, site: StaticCallSite) -> ResolutionError {
        let stack = Stack()
        if let error = error as? ResolutionError {
            // The cast of an alias, which does not know the request.
            guard !error.path.isEmpty else { return ResolutionError(error, path: stack.path, site: site) }
            let failure = stack.isCovered(by: error.path) ? error : error.prefixed(by: stack.path)
            return failure.hasSite ? failure : ResolutionError(failure, path: failure.path, site: site)
        }
        let path = stack.path
        guard !(error is UnkeptPromise) else { return promised(path: path, site: site) }
        let place = PlaceOfRegistration(stack)
        return ResolutionError(
            .factoryFailed,
            path: path,
            underlying: error,
            site: site,
            text: part.text(of: error, service: quoted(path.last), notes: place.notes)
        )
    }

    static func circular(path: [ServiceKey], site: StaticCallSite) -> ResolutionError {
        let isAwaited = Stack().entries.contains(where: \.isAwaited)
        return ResolutionError(
            .circularDependency,
            path: path,
            site: site,
            text: circleText(path, isAwaited: isAwaited)
        )
    }

    /// The text on a service that depends on itself.
    ///
    /// - Parameter isAwaited: Whether a service on the path is async.
    static func circleText(_ path: [ServiceKey], isAwaited: Bool = false) -> ErrorText {
        ErrorText(
            summary: "Circular dependency: \(quoted(path.last)) depends on itself.",
            remedy: remedy(forCircle: path, isAwaited: isAwaited)
        )
    }

    private static func remedy(forCircle path: [ServiceKey], isAwaited: Bool) -> String {
        guard path.count > 1, let service = path.last, service == path[path.count - 2] else {
            let form =
                path.last?.declaration == nil
                ? "as Lazy or Provider (a property by `@LazyInject`)" : "by `@LazyInject` with its key path"
            return "let one of the services on the path take the next one \(form), "
                + "or set it in an onResolved hook, if the scopes of both share their instances (graph, cached)."
                + (isAwaited ? " A Lazy or Provider finds an async service only while that is cached and ready." : "")
        }
        let advice =
            service.arguments.isEmpty
            ? "wrap the service with `decorate`, whose closure receives the instance, or ask another container, such as "
                + "the parent; in a hook, use the instance that its closure receives."
            : "ask with other arguments, or for another service."
        return advice + " Lazy, Provider and onResolved only put off a request for the service itself."
    }

    /// The failure of a request that is too deep for the stack of its thread.
    static func tooDeep(path: [ServiceKey], site: StaticCallSite) -> ResolutionError {
        tooDeep(
            path: path,
            site: site,
            reason: "and the stack of the thread has no room for more.",
            remedy: "look for a recursion on the path, or resolve on a thread with a larger stack."
        )
    }

    /// The failure of an `onResolved` hook at the end of a long chain of hooks.
    static func tooManyHooks(path: [ServiceKey], site: StaticCallSite) -> ResolutionError {
        tooDeep(
            path: path,
            site: site,
            reason: "and its onResolved hook would ask for more.",
            remedy: "look for hooks on the path that ask for each other's services, with other arguments each time."
        )
    }

    /// Keeps only both ends of the path.
    private static func tooDeep(
        path: [ServiceKey],
        site: StaticCallSite,
        reason: String,
        remedy: String
    ) -> ResolutionError {
        // The text names the service later: the runtime describes a deeply nested type with a deep recursion.
        let (count, service) = (path.count, path.last)
        let ends = Array(path.prefix(ErrorText.listed) + path.dropFirst(ErrorText.listed).suffix(ErrorText.listed))
        return ResolutionError(
            .tooDeep,
            path: ends,
            site: site,
            text: ErrorText(
                summary:
                    "\(quoted(service)) is nested too deeply: \(count == 1 ? "it stands alone" : "\(count) services stand") "
                    + "on the path, \(reason)",
                remedy: remedy,
                omitted: count - ends.count
            )
        )
    }

    static func aliasCircle(path: [ServiceKey], site: StaticCallSite) -> ResolutionError {
        ResolutionError(
            .incompatibleAlias,
            path: path,
            site: site,
            text: ErrorText(
                summary: "\(quoted(path.last)) is an alias that leads back to itself.",
                remedy: "take away one of the `implements` on the path, or register the service that is meant."
            )
        )
    }

    static func scopeRequiresReference(
        for instance: Any,
        scope: Scope,
        site: StaticCallSite
    ) -> ResolutionError {
        // If the instance is an object all the same, the language has put it into a box, which only this request holds.
        let isBoxed = type(of: instance) is AnyClass
        let stack = Stack()
        let (path, place) = (stack.path, PlaceOfRegistration(stack))
        let service = quoted(path.last)
        return ResolutionError(
            .scopeRequiresReference,
            path: path,
            site: site,
            text: ErrorText(
                summary: "The scope '\(scope)' holds \(service) weakly, and "
                    + (isBoxed ? "this type puts its object into a box." : "the instance is not an object."),
                notes: place.notes,
                remedy: isBoxed
                    ? "register the class itself, and this type as its alias, with '.implements'."
                    : "make it a class, or register it in another scope: a value can be kept with '.cached'."
            )
        )
    }

    /// The failure of a cast; ``failed(_:in:site:)`` completes it by the path and the place of the request.
    ///
    /// - Parameters:
    ///   - isElsewhere: Whether the service belongs to the main actor, and the request was made elsewhere.
    ///   - site: The place of the registration.
    static func incompatibleAlias(
        _ alias: any Any.Type,
        instance: Any,
        target: any Any.Type,
        isElsewhere: Bool,
        registeredAt site: StaticCallSite
    ) -> ResolutionError {
        let (source, alias, isNil) = (typeSource(alias), typeText(alias), isEmptyOptional(instance))
        let found = isNil ? " is nil." : ", of type '\(typeText(Swift.type(of: instance)))', does not implement it."
        let remedy =
            isElsewhere
            ? "ask on the main actor, if the conformance belongs to it, or declare the conformance `nonisolated`."
            : "declare the conformance, or remove the alias; `.implements(\(source).self) { $0 }` lets the compiler check."
        return ResolutionError(
            .incompatibleAlias,
            path: [],
            site: nil,
            text: ErrorText(
                summary: "'\(typeText(target))' is registered as implementing '\(alias)', but its instance\(found)",
                notes: ["Registered at \(site.callSite)."],
                remedy: isNil ? "make '\(alias)?' the alias, or let the factory give an instance." : remedy
            )
        )
    }

    static func closed(path: [ServiceKey], site: StaticCallSite) -> ResolutionError {
        ResolutionError(
            .containerClosed,
            path: path,
            site: site,
            text: ErrorText(
                summary: "\(quoted(path.last)) was asked for after its container was shut down.",
                remedy: "ask before `shutdown()`, or ask another container."
            )
        )
    }

    /// The failure of a lazy value inside a kept instance, which does not hold the container that keeps the instance.
    static func released(_ key: ServiceKey, site: StaticCallSite) -> ResolutionError {
        ResolutionError(
            .containerClosed,
            path: Stack().path + [key],
            site: site,
            text: ErrorText(
                summary: "\(quoted(key)) was asked for after its container was released.",
                remedy:
                    "hold the container as long as the instances that it keeps, since their lazy values do not hold "
                    + "it; or read the value before."
            )
        )
    }

    /// A key as it stands in a sentence: the type in quotes, then the name.
    static func quoted(_ key: ServiceKey?) -> String {
        guard let key else { return "The service" }
        guard key.declaration == nil else { return "'\(key)'" }
        var text = "'\(ServiceKey(key.type, arguments: key.arguments))'"
        if let name = key.name { text += " named \(name.literal)" }
        return text
    }
}

/// The place where a service was registered or declared; nothing of the registration is held.
struct PlaceOfRegistration: Sendable {
    private let isDeclared: Bool
    private let site: StaticCallSite

    /// The place of the innermost service under way; `nil` outside all factories.
    init?(_ stack: Stack) {
        guard let entry = stack.innermost else { return nil }
        self.init(of: entry)
    }

    init(of entry: RegistryEntry) { (isDeclared, site) = (entry.kind == .declaration, entry.site) }

    var text: String { "\(isDeclared ? "declared" : "registered") at \(site.callSite)" }

    var note: String { "\(isDeclared ? "Declared" : "Registered") at \(site.callSite)." }
}

extension PlaceOfRegistration? {
    /// The line of a text about the place, if it is known.
    var notes: [String] { map { [$0.note] } ?? [] }
}
