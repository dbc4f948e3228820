/// The failures of synchronous requests for what has to be awaited.
extension Failure {
    static func requiresAsync(path: [ServiceKey], place: PlaceOfRegistration?, site: StaticCallSite) -> ResolutionError
    {
        let dependent = Dependent(on: path)
        return ResolutionError(
            .requiresAsync,
            path: path,
            site: site,
            text: ErrorText(
                summary: "\(quoted(path.last)) is built by an async factory, and was asked for synchronously.",
                notes: place.notes,
                remedy: path.last.map { $0.declaration == nil && $0.arguments.isEmpty } == true
                    ? "\(awaiting(by: .async, in: dependent)); or let `await warmUp()` build it at launch, as a singleton."
                    : "\(awaiting(by: .async, in: dependent)); afterwards a cached instance is found without `await`."
            )
        )
    }

    static func requiresMainActor(path: [ServiceKey], place: PlaceOfRegistration?, site: StaticCallSite)
        -> ResolutionError
    {
        let dependent = Dependent(on: path)
        return ResolutionError(
            .requiresMainActor,
            path: path,
            site: site,
            text: ErrorText(
                summary: "\(quoted(path.last)) is built on the main actor, and was asked for elsewhere.",
                notes: place.notes,
                remedy: "ask on the main actor; elsewhere, \(awaiting(by: .onMainActor, in: dependent))."
                    + (path.count > 1
                        ? ""
                        : " If an @Inject asks, its type needs an initialiser of the main actor, such as `init() {}`; or "
                            + "write @LazyInject.")
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

    /// The innermost service on a path that asks for the last one; aliases are left out.
    private struct Dependent: Sendable {
        let key: ServiceKey
        let kind: RegistryEntry.Kind

        init?(on path: [ServiceKey]) {
            let entries = Stack().entries.prefix(path.dropLast().count)
            guard let entry = entries.last(where: { $0.kind != .alias }) else { return nil }
            (key, kind) = (entry.key, entry.kind)
        }
    }

    /// The advice to await a service, in a factory that is made in the same way.
    ///
    /// A decorator or hook cannot wait, nor can a contribution.
    private static func awaiting(by form: Form, in dependent: Dependent?) -> String {
        let advice = "ask with `await resolveAsync`"
        guard let dependent else { return advice }
        let service = quoted(dependent.key)
        switch dependent.kind {
        case .async: return "\(advice) in the factory of \(service), since a decorator or hook cannot wait"
        case .value: return "\(advice) before \(service), since a decorator or hook cannot wait"
        case .contribution where form == .async: return "\(advice) before \(service), since a contribution cannot wait"
        case .contribution: return "\(advice), and contribute \(service) with `contributeOnMainActor`"
        case .factory, .mainActor, .alias, .declaration: break
        }
        return dependent.key.declaration == nil
            ? "register \(service), whose factory asks, with `\(form.registering)`, and \(form.request)"
            : "declare \(service), whose closure asks, with `\(form.rawValue) { … }`, and \(form.request)"
    }
}
