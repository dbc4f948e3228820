/// A type that answers requests without a registration of its own, from those of another.
protocol DerivedService {
    /// The instance, or `nil` where the type it is derived from is unknown as well.
    static func derive<Arguments: ArgumentList>(_ asked: UnresolvedRequest<Arguments>) throws(ResolutionError) -> Self?
}
