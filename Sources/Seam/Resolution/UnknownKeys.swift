/// The errors for unknown keys, with their near misses.
extension Failure {
    /// The failure of a request whose key is not registered, or only with other arguments.
    static func unknown(_ request: Request) -> ResolutionError {
        let key = request.key
        let near = NearMisses(of: key, in: request.container)
        let nils = request.arguments.map { unfitNils(among: request.list.values(at: $0), near) } ?? []
        return ResolutionError(
            near.hasOtherArguments ? .argumentMismatch : .notRegistered,
            path: request.path,
            site: request.site,
            text: text(near, nils: nils)
        )
    }

    /// The text on a key that is not registered, or only with other arguments.
    ///
    /// - Parameter nils: The types of the arguments that fit no parameter because they are nil.
    static func text(_ near: NearMisses, nils: [any Any.Type] = []) -> ErrorText {
        let key = near.key
        guard near.hasOtherArguments else { return near.text(summary: "No registration for \(quoted(key)).") }
        let wired = near.otherArguments.first { $0.lacksResolver(for: key) }?.site.callSite
        let note = wired.map { "The one at \($0) is an initialiser, whose parameters are resolved." }
        return ErrorText(
            summary: "\(quoted(ServiceKey(key.type, name: key.name))) is registered with \(knownText(near)), and was "
                + "asked for with \(argumentText(key.arguments)).",
            notes: nils.map { "The argument of type '\(typeText($0))' was nil, which fits only such a type." }
                + near.advice.notes + [note].compactMap(\.self),
            remedy: remedy(for: near, isWired: wired != nil)
        )
    }

    private static func remedy(for near: NearMisses, isWired: Bool) -> String {
        if isWired {
            return "register a factory, whose first parameter is the resolver: `{ _, \(placeholders(near.key)) in … }`."
        }
        return near.otherArguments.allSatisfy { $0.key.arguments.isEmpty }
            ? "ask without arguments, or register another: \(near.registration)."
            : "pass what one of the registrations above expects (with `arguments:`, or by asking for a Provider of "
                + "these types), or register another: \(near.registration)."
    }

    /// A name for each argument of a key.
    private static func placeholders(_ key: ServiceKey) -> String {
        ["a", "b", "c"].prefix(key.arguments.count).joined(separator: ", ") + (key.arguments.count > 3 ? ", …" : "")
    }

    /// The failure of a promised service that nothing has registered.
    static func promised(path: [ServiceKey], site: StaticCallSite) -> ResolutionError {
        let place = path.last?.declaration.map { ", declared at \($0.site.callSite)" } ?? ""
        let near = path.last.map { NearMisses(of: $0, in: .current) }
        let child = NearMisses.advice(onChild: near?.below)
        return ResolutionError(
            .notRegistered,
            path: path,
            site: site,
            text: ErrorText(
                summary: "\(quoted(path.last)) is promised, and nothing has registered it.",
                notes: [near?.skippedNote].compactMap(\.self) + (child?.notes ?? []),
                remedy: child?.remedy
                    ?? "let the app register it before the first request: call `register { … }` on its property\(place)."
            )
        )
    }

    /// The types of the arguments that are nil, and do not fit the registration that takes the most of the nils.
    private static func unfitNils(among values: [Any], _ near: NearMisses) -> [any Any.Type] {
        let types = near.key.arguments
        let unfit = near.otherArguments.map(\.key.arguments).filter { $0.count == types.count }
            .map { parameters in
                types.indices.filter { isEmptyOptional(values[$0]) && !acceptsNil(of: types[$0], as: parameters[$0]) }
            }
        return unfit.min { $0.count < $1.count }?.map { types[$0] } ?? []
    }

    /// Whether the failure of the request under way means that its own key is unknown, and not the key of an inner one.
    @usableFromInline @inline(never)
    static func isOfUnknownRequest(_ error: ResolutionError) -> Bool {
        (error.code == .notRegistered || error.code == .argumentMismatch) && error.isOfRequestUnderWay
    }

    /// The failure of a request whose arguments fit several registrations.
    static func ambiguous(_ request: Request, _ found: [Container.Found]) -> ResolutionError {
        let key = request.key
        let candidates =
            found.prefix(NearMisses.limit).map { Candidate($0.entry).listed }.joined(separator: ", ")
            + ErrorText.andMore(found.count - NearMisses.limit)
        return ResolutionError(
            .argumentMismatch,
            path: request.path,
            site: request.site,
            text: ErrorText(
                summary: "\(quoted(key)) fits more than one registration.",
                notes: ["Candidates: \(candidates)."],
                remedy: "give arguments of exactly the types that one of them takes."
            )
        )
    }

    private static func knownText(_ near: NearMisses) -> String {
        let expected = near.otherArguments.map(\.key.arguments)
        let isKnownWithNone = expected.contains(where: \.isEmpty)
        let known = expected.filter { !$0.isEmpty }.map(argumentText) + (isKnownWithNone ? [argumentText([])] : [])
        return known == ["none"] ? "no arguments" : "arguments " + known.joined(separator: " or ")
    }

    /// The types of arguments in parentheses.
    static func argumentText(_ types: [any Any.Type]) -> String {
        types.isEmpty ? "none" : typeListText(types)
    }
}

extension ResolutionError {
    /// Whether the request under way has failed itself, and not one inside it, whose path would be longer.
    var isOfRequestUnderWay: Bool { path.count == Stack().depth + 1 }
}

/// The error that the closure of a promised service throws; its request fails with `notRegistered`.
struct UnkeptPromise: Error {}
