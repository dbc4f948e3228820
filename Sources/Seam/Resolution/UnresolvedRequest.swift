/// A request as it was written, before anything was found.
@usableFromInline
struct UnresolvedRequest<Arguments: ArgumentList> {
    let container: Container
    let name: ServiceName?
    let arguments: Arguments
    let site: StaticCallSite

    @usableFromInline
    init(container: Container, name: ServiceName?, arguments: Arguments, site: StaticCallSite) {
        self.container = container
        self.name = name
        self.arguments = arguments
        self.site = site
    }

    /// The key that was asked for.
    func key(of type: any Any.Type) -> ServiceKey {
        ServiceKey(type, arguments: arguments.types, name: name)
    }
}

extension UnresolvedRequest {
    /// The same request for another type.
    func instanceIfKnown<Service>(of type: Service.Type) throws(ResolutionError) -> Service? {
        try container.instanceIfKnown(self)
    }
}
