/// An array is every registration and contribution of its element's type.
extension Array: DerivedService {
    static func derive<Arguments: ArgumentList>(_ asked: UnresolvedRequest<Arguments>) throws(ResolutionError) -> Self?
    {
        guard asked.arguments is NoArguments, asked.name == nil else { return nil }
        return try asked.container.instances(of: Element.self, site: asked.site)
    }
}
