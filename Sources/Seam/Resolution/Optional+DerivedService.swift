/// `T?` is `T` where that is known, and else `nil`; never `.some(nil)`.
extension Optional: DerivedService {
    static func derive<Arguments: ArgumentList>(_ asked: UnresolvedRequest<Arguments>) throws(ResolutionError) -> Self?
    {
        guard let instance = try asked.instanceIfKnown(of: Wrapped.self) else { return .some(.none) }
        if let inner = instance as? any OptionalProtocol, inner.wrappedAsAny == nil { return .some(.none) }
        return .some(.some(instance))
    }
}

extension Optional: AsyncDerivedService {
    static func deriveAsync<Arguments: ArgumentList>(_ asked: UnresolvedRequest<Arguments>) async throws -> Self? {
        let signature = asked.arguments.signature(of: Wrapped.self)
        guard asked.container.nearestRegistration(signature: signature, name: asked.name) != nil else { return nil }
        let instance = try await asked.container.instanceAsync(
            of: Wrapped.self,
            name: asked.name,
            arguments: asked.arguments,
            site: asked.site
        )
        if let inner = instance as? any OptionalProtocol, inner.wrappedAsAny == nil { return .some(.none) }
        return .some(.some(instance))
    }
}
