/// A ``DerivedService`` whose underlying service may be async.
protocol AsyncDerivedService {
    /// The instance, or `nil` where the type it is derived from is unknown as well.
    static func deriveAsync<Arguments: ArgumentList>(_ asked: UnresolvedRequest<Arguments>) async throws -> Self?
}
