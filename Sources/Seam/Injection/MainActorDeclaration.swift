/// The property of a declaration that is isolated to the main actor, whose key path is not `Sendable`.
struct MainActorDeclaration<Service, each Argument>: @unchecked Sendable {
    // Unchecked because of the key path, which is only used on the main actor, as its property is.
    private let keyPath: KeyPath<Container, Factory<Service, repeat each Argument>>
    private let site: StaticCallSite

    init(_ keyPath: KeyPath<Container, Factory<Service, repeat each Argument>>, _ site: StaticCallSite) {
        self.keyPath = keyPath
        self.site = site
    }

    /// Reads the property of a container; fails outside the main actor.
    @Sendable
    func read(from container: Container) throws(ResolutionError) -> Factory<Service, repeat each Argument> {
        guard MainActorCheck.isOnMainActor else {
            let key = ServiceKey(Service.self, arguments: ArgumentPack<repeat each Argument>.types)
            throw Failure.requiresMainActor(path: Stack().path + [key], place: nil, site: site)
        }
        return container[keyPath: keyPath]
    }
}
