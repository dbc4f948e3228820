/// The errors for keys that nothing answers, with what was nearly right.
extension Failure {
    /// Nothing is registered under the key, or only with other arguments.
    static func unknown<Arguments: ArgumentList>(_ asked: UnresolvedRequest<Arguments>, type: any Any.Type)
        -> ResolutionError
    {
        let key = asked.key(of: type)
        let near = NearMisses(of: key, in: asked.container)
        guard near.otherArguments.isEmpty else { return argumentMismatch(asked, key: key, near: near) }
        return ResolutionError(
            .notRegistered,
            path: Situation().path + [key],
            site: asked.site,
            text: ErrorText(summary: "No registration for \(quoted(key)).", notes: near.notes, cure: near.cure)
        )
    }

    /// Whether an error says that the very request under way is for an unknown key, and not one further in.
    @usableFromInline @inline(never)
    static func isOfUnknownRequest(_ error: ResolutionError) -> Bool {
        (error.code == .notRegistered || error.code == .argumentMismatch)
            && error.path.count == Situation().path.count + 1
    }

    /// Several registrations take arguments like the given ones.
    static func ambiguous<Arguments: ArgumentList>(
        _ asked: UnresolvedRequest<Arguments>,
        type: any Any.Type,
        _ found: [Container.Found]
    ) -> ResolutionError {
        let key = asked.key(of: type)
        let candidates = found.map { $0.registration.listed }.joined(separator: ", ")
        return ResolutionError(
            .argumentMismatch,
            path: Situation().path + [key],
            site: asked.site,
            text: ErrorText(
                summary: "\(quoted(key)) fits more than one registration.",
                notes: ["Candidates: \(candidates)."],
                cure: "give arguments of exactly the types that one of them takes."
            )
        )
    }

    private static func argumentMismatch<Arguments: ArgumentList>(
        _ asked: UnresolvedRequest<Arguments>,
        key: ServiceKey,
        near: NearMisses
    ) -> ResolutionError {
        let expected = near.otherArguments.map(\.key.arguments)
        let isKnownWithNone = expected.contains(where: \.isEmpty)
        let known = expected.filter { !$0.isEmpty }.map(argumentText) + (isKnownWithNone ? [argumentText([])] : [])
        let knownText = known == ["none"] ? "no arguments" : "arguments " + known.joined(separator: " or ")
        return ResolutionError(
            .argumentMismatch,
            path: Situation().path + [key],
            site: asked.site,
            text: ErrorText(
                summary: "\(quoted(ServiceKey(key.type, name: key.name))) is registered with \(knownText), "
                    + "and was asked for with \(argumentText(key.arguments)).",
                notes: near.notes,
                cure: "pass what one of the registrations above expects, or register another."
            )
        )
    }

    private static func argumentText(_ types: [any Any.Type]) -> String {
        types.isEmpty ? "none" : "(" + types.map(typeText).joined(separator: ", ") + ")"
    }
}
