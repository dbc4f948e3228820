/// The failures of synchronous requests for what has to be awaited.
extension Failure {
    /// The failure of a synchronous request for an async service.
    ///
    /// - Parameter isSingleton: Whether a warm-up builds the service, unless it is declared or takes arguments.
    static func requiresAsync(
        path: [ServiceKey],
        place: PlaceOfRegistration?,
        isSingleton: Bool,
        site: StaticCallSite
    ) -> ResolutionError {
        let dependents = Dependents(on: path)
        let warmUp = "let `await warmUp()` of its container build it at launch."
        return ResolutionError(
            .requiresAsync,
            path: path,
            site: site,
            text: ErrorText(
                summary: "\(quoted(path.last)) is built by an async factory, and was asked for synchronously.",
                notes: place.notes,
                remedy: path.last.map { $0.declaration == nil && $0.arguments.isEmpty } == true
                    ? "\(awaiting(by: .async, in: dependents)); or \(isSingleton ? "" : "make it a singleton, and ")\(warmUp)"
                    : "\(awaiting(by: .async, in: dependents)); afterwards a cached instance is found without `await`."
            )
        )
    }

    static func requiresMainActor(path: [ServiceKey], place: PlaceOfRegistration?, site: StaticCallSite)
        -> ResolutionError
    {
        let dependents = Dependents(on: path)
        return ResolutionError(
            .requiresMainActor,
            path: path,
            site: site,
            text: ErrorText(
                summary: "\(quoted(path.last)) is built on the main actor, and was asked for elsewhere.",
                notes: place.notes,
                remedy: "ask on the main actor; elsewhere, \(awaiting(by: .onMainActor, in: dependents))."
                    + (path.count > 1
                        ? ""
                        : " If an @Inject asks, its type needs an initialiser of the main actor, such as `init() {}`; or "
                            + "write @LazyInject, and read it on the main actor.")
            )
        )
    }

    /// The names of the methods that make a factory of a kind.
    private enum Form: String {
        case async, onMainActor

        var registering: String { "register\(rawValue.prefix(1).uppercased())\(rawValue.dropFirst())" }

        /// The advice to ask for the service that is made in this way.
        var request: String {
            switch self {
            case .async: "ask for both with `await resolveAsync`"
            case .onMainActor: "ask for it with `await resolveAsync`"
            }
        }
    }

    /// The services on a path that ask for the last one, the innermost first; aliases are left out.
    private struct Dependents: Sendable {
        /// The service whose factory, decorator or hook asks.
        let key: ServiceKey
        let kind: RegistryEntry.Kind
        /// The registered services around it, which would have to await it in turn.
        let others: [ServiceKey]

        init?(on path: [ServiceKey]) {
            let entries = Stack().entries.prefix(path.dropLast().count).reversed().filter { $0.kind != .alias }
            guard let entry = entries.first else { return nil }
            (key, kind) = (entry.key, entry.kind)
            others = entries.dropFirst().prefix { $0.kind == .factory || $0.kind == .mainActor }.map(\.key)
        }
    }

    /// The advice to await a service, in a factory that is made in the same way.
    ///
    /// A decorator or hook cannot wait, nor can a contribution.
    private static func awaiting(by form: Form, in dependents: Dependents?) -> String {
        let advice = "ask with `await resolveAsync`"
        guard let dependent = dependents else { return advice }
        let service = quoted(dependent.key)
        switch dependent.kind {
        case .async: return "\(advice) in the factory of \(service), since a decorator or hook cannot wait"
        case .value: return "\(advice) before \(service), since a decorator or hook cannot wait"
        case .contribution where form == .async: return "\(advice) before \(service), since a contribution cannot wait"
        case .contribution: return "\(advice), and contribute \(service) with `contributeOnMainActor`"
        case .factory, .mainActor, .alias, .declaration: break
        }
        let others = dependent.others.prefix(ErrorText.listed).map { quoted($0) }.joined(separator: ", ")
        let request =
            dependent.key.declaration == nil
            ? "register \(service), whose factory asks, with `\(form.registering)`, and \(form.request)"
            : "declare \(service), whose closure asks, with `\(form.rawValue) { … }`, and \(form.request)"
        return request + (others.isEmpty ? "" : "; do the same for what is built around it: \(others)")
    }
}
