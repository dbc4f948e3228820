/// The errors for keys that nothing answers, with what was nearly right.
extension Failure {
    /// Nothing is registered under the key, or only with other arguments.
    static func unknown(_ request: Request) -> ResolutionError {
        let key = request.key
        let near = NearMisses(of: key, in: request.container)
        guard !near.hasOtherArguments else { return argumentMismatch(request, key: key, near: near) }
        return ResolutionError(
            .notRegistered,
            path: Stack().path + [key],
            site: request.site,
            text: ErrorText(summary: "No registration for \(quoted(key)).", notes: near.notes, cure: near.cure)
        )
    }

    /// Whether an error says that the very request under way is for an unknown key, and not one further in.
    @usableFromInline @inline(never)
    static func isOfUnknownRequest(_ error: ResolutionError) -> Bool {
        (error.code == .notRegistered || error.code == .argumentMismatch)
            && error.path.count == Stack().depth.count + 1
    }

    /// Several registrations take arguments like the given ones.
    static func ambiguous(_ request: Request, _ found: [Container.Found]) -> ResolutionError {
        let key = request.key
        let candidates = found.map { $0.entry.listed }.joined(separator: ", ")
        return ResolutionError(
            .argumentMismatch,
            path: Stack().path + [key],
            site: request.site,
            text: ErrorText(
                summary: "\(quoted(key)) fits more than one registration.",
                notes: ["Candidates: \(candidates)."],
                cure: "give arguments of exactly the types that one of them takes."
            )
        )
    }

    private static func argumentMismatch(_ request: Request, key: ServiceKey, near: NearMisses) -> ResolutionError {
        ResolutionError(
            .argumentMismatch,
            path: Stack().path + [key],
            site: request.site,
            text: ErrorText(
                summary: "\(quoted(ServiceKey(key.type, name: key.name))) is registered with \(knownText(near)), "
                    + "and was asked for with \(argumentText(key.arguments)).",
                notes: near.notes,
                cure: "pass what one of the registrations above expects, or register another."
            )
        )
    }

    private static func knownText(_ near: NearMisses) -> String {
        let expected = near.otherArguments.map(\.key.arguments)
        let isKnownWithNone = expected.contains(where: \.isEmpty)
        let known = expected.filter { !$0.isEmpty }.map(argumentText) + (isKnownWithNone ? [argumentText([])] : [])
        return known == ["none"] ? "no arguments" : "arguments " + known.joined(separator: " or ")
    }

    private static func argumentText(_ types: [any Any.Type]) -> String {
        types.isEmpty ? "none" : "(" + types.map(typeText).joined(separator: ", ") + ")"
    }
}
