/// The failures of synchronous requests for services that have to be awaited.
extension Failure {
    /// The failure of a synchronous request for an async service.
    ///
    /// - Parameter scope: The scope of the service, which decides how it can be built before.
    static func requiresAsync(
        path: [ServiceKey],
        place: PlaceOfRegistration?,
        scope: Scope,
        site: StaticCallSite
    ) -> ResolutionError {
        let dependents = Dependents(on: path)
        return ResolutionError(
            .requiresAsync,
            path: path,
            site: site,
            text: ErrorText(
                summary: "\(quoted(path.last)) is built by an async factory, and was asked for synchronously.",
                notes: place.notes,
                remedy: remedy(awaiting(by: .async, in: dependents), toBuild: path.last, in: scope)
            )
        )
    }

    /// The advice to await an async service, or to build it before it is asked for synchronously.
    private static func remedy(_ awaiting: String, toBuild key: ServiceKey?, in scope: Scope) -> String {
        let warmUp = "let `await warmUp()` of its container build it at launch, and again in each override and test"
        guard let key, key.declaration == nil, key.arguments.isEmpty else {
            return "\(awaiting); afterwards a cached instance is found without `await`."
        }
        if scope == .singleton { return "\(warmUp); or \(awaiting)." }
        guard scope.lifetime.outlivesRequests else { return "\(awaiting); or make it a singleton, and \(warmUp)." }
        return "\(awaiting); or await it before, with `resolveAsync` of the container that is asked for it: as long as "
            + "its instance is kept, it is found without `await`."
    }

    /// The failure of a synchronous request elsewhere for a service of the main actor.
    ///
    /// - Parameter note: The line on the part of it that belongs there, if its factory does not.
    static func requiresMainActor(
        path: [ServiceKey],
        place: PlaceOfRegistration?,
        note: String? = nil,
        site: StaticCallSite
    ) -> ResolutionError {
        let dependents = Dependents(on: path)
        return ResolutionError(
            .requiresMainActor,
            path: path,
            site: site,
            text: ErrorText(
                summary: "\(quoted(path.last)) is built on the main actor, and was asked for elsewhere.",
                notes: place.notes + [note].compactMap(\.self),
                remedy: "ask on the main actor; elsewhere, \(awaiting(by: .onMainActor, in: dependents))."
                    + (path.count > 1
                        ? ""
                        : " If an @Inject asks, its type needs an initialiser of the main actor, such as "
                            + "`@MainActor init() {}`; a @LazyInject has to be read on the main actor; an `actor` receives "
                            + "the service as a parameter of its initialiser.")
            )
        )
    }

    /// The line on the decorator or hook that brings a service to the main actor; `nil` if none does.
    ///
    /// - Parameter settings: Those of the registration and of its declaration.
    static func mainActorNote(of settings: [Settings?], containerDecorators: [ContainerDecorator]) -> String? {
        guard !settings.contains(where: { $0?.values.isCompletedOnMainActor == true }) else {
            return "One of its decorators or hooks belongs to the main actor."
        }
        return containerDecorators.first(where: \.isOnMainActor)
            .map { "A decorator, added at \($0.placed.site.callSite), belongs to the main actor." }
    }

    /// The names of the methods that make a factory of a kind.
    private enum Form: String {
        case async, onMainActor

        var registering: String {
            switch self {
            case .async: "registerAsync"
            case .onMainActor: "registerOnMainActor"
            }
        }

        /// The advice to ask for the service that is made in this way.
        var request: String {
            switch self {
            case .async: "ask for both with `await resolveAsync`"
            case .onMainActor: "ask for it with `await resolveAsync`"
            }
        }
    }

    /// The services on a path that need the last one, up to the next one that can await; aliases are left out.
    private struct Dependents: Sendable {
        /// The service to change: the innermost one that cannot wait, or else the one that asks.
        let key: ServiceKey
        let kind: RegistryEntry.Kind
        /// The services around the one that asks, which have to be awaited as well.
        let others: [ServiceKey]

        init?(on path: [ServiceKey]) {
            let entries = Stack().entries.prefix(path.dropLast().count).reversed().filter { $0.kind != .alias }
            guard let first = entries.first else { return nil }
            let synchronous = entries.prefix { $0.kind != .async }
            let changed = synchronous.first { $0.kind == .contribution || $0.kind == .value } ?? first
            (key, kind) = (changed.key, changed.kind)
            var seen: Set = [first.key]
            others = synchronous.map(\.key).filter { seen.insert($0).inserted }
        }
    }

    /// The advice to await a service, in a factory that is made in the same way.
    ///
    /// A decorator or hook cannot wait, nor can a contribution.
    private static func awaiting(by form: Form, in dependents: Dependents?) -> String {
        let advice = "ask with `await resolveAsync`"
        guard let dependents else { return advice }
        let service = quoted(dependents.key)
        switch dependents.kind {
        case .async: return "\(advice) in the factory of \(service); a decorator or hook cannot wait"
        case .value: return "\(advice) before \(service), since a decorator or hook cannot wait"
        case .contribution where form == .async: return "\(advice) before \(service), since a contribution cannot wait"
        case .contribution: return "\(advice), and contribute \(service) with `contributeOnMainActor`"
        case .factory, .alias, .declaration: break
        }
        let others = dependents.others.prefix(ErrorText.listed).map { quoted($0) }.joined(separator: ", ")
        let request =
            dependents.key.declaration == nil
            ? "register \(service), whose factory asks, with `\(form.registering)`, and \(form.request)"
            : "declare \(service), whose closure asks, with `\(form.rawValue) { … }`, and \(form.request)"
        return request + (others.isEmpty ? "" : "; what is built around it has to be awaited as well: \(others)")
            + ErrorText.andMore(dependents.others.count - ErrorText.listed)
    }
}
