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
            throw Failure.requiresMainActor(path: Stack().path + [key], site: site)
        }
        return container[keyPath: keyPath]
    }
}

extension Container {
    /// Reports a value that resolves a declared service later.
    ///
    /// - Parameter factory: Reads the declaration; called only in a dry run.
    func reportDeferred<Service, each Argument>(
        _ arguments: ArgumentPack<repeat each Argument>,
        site: StaticCallSite,
        isHeld: Bool,
        _ factory: (Container) throws(ResolutionError) -> Factory<Service, repeat each Argument>
    ) {
        for listener in listeners where listener.wantsDeferred {
            guard let factory = try? factory(self) else { continue }
            listener.requestDeferred(factory.deferredDependency(arguments, site: site, isHeld: isHeld), in: self)
        }
    }
}
