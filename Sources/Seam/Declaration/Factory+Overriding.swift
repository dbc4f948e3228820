extension Factory {
    /// Registers another closure in place of the declared one, and drops the instance.
    ///
    /// The declared scope stays. Reaches the containers below.
    public func register(
        fileID: StaticString = #fileID,
        line: UInt = #line,
        _ factory: @escaping @Sendable (repeat each Argument) throws -> Service
    ) {
        let registration = makeRegistration(site: StaticCallSite(fileID: fileID, line: line)) {
            (_: Resolver, argument: repeat each Argument) in
            try factory(repeat each argument)
        }
        for container in [container] + container.mirrors {
            container.changeDeclaration(key) { $0 = Declaration(declared: nil, override: registration) }
        }
    }

    /// Restores the declaration, and drops the instance.
    public func reset() {
        for container in [container] + container.mirrors {
            container.changeDeclaration(key) { $0 = nil }
        }
    }
}

extension Container {
    /// Changes what is known of a declaration, and releases what is replaced.
    fileprivate func changeDeclaration(_ key: DeclarationKey, _ change: (inout Declaration?) -> Void) {
        prepareForUse()
        let replaced = state.withLock { state in
            let replaced = state.declarations[key]
            change(&state.declarations[key])
            return replaced?.registrations ?? []
        }
        discard(replaced)
    }
}

// MARK: - Resolution

extension Factory {
    /// The service: from the nearest override, else from the declaration.
    func instance(
        _ arguments: ArgumentPack<repeat each Argument>,
        site: StaticCallSite
    ) throws(ResolutionError) -> Service {
        container.prepareForUse()
        guard !container.isClosed else {
            let asked = UnresolvedRequest(container: container, name: name, arguments: arguments, site: site)
            throw Failure.closed(asked, type: Service.self)
        }
        let (registration, owner, isOverridden) = found(site: site)
        let request = Request(
            registration: registration,
            owner: owner,
            askedContainer: container,
            arguments: arguments,
            site: site
        ) { resolver in
            guard !isOverridden else {
                return try registration.factory(resolver, repeat each arguments.pack)
            }
            return try closure(repeat each arguments.pack)
        }
        return try request.fulfil()
    }

    /// What stands under the key of a declaration: the key has the signature of these types, which proves the casts.
    private typealias Registered = ArgumentRegistration<Service, repeat each Argument>

    private func found(site: StaticCallSite) -> (registration: Registered, owner: Container, isOverridden: Bool) {
        for container in container.lineage {
            if let override = container.state.withLock({ $0.declarations[key]?.override }) {
                return (unsafeDowncast(override, to: Registered.self), container, true)
            }
        }
        if let known = container.state.withLock({ $0.declarations[key]?.declared }) {
            return (unsafeDowncast(known, to: Registered.self), container, false)
        }
        let fresh = makeRegistration(site: site) {
            (_: Resolver, _: repeat each Argument) in
            fatalError("The closure of a declaration is called by its factory.")
        }
        let declared = container.state.withLock { state in
            if let known = state.declarations[key]?.declared { return known }
            state.declarations[key, default: Declaration()].declared = fresh
            return fresh
        }
        return (unsafeDowncast(declared, to: Registered.self), container, false)
    }

    private func makeRegistration(
        site: StaticCallSite,
        factory: @escaping @Sendable (Resolver, repeat each Argument) throws -> Service
    ) -> ArgumentRegistration<Service, repeat each Argument> {
        var draft = RegistrationDraft(name: name, condition: .always, fileID: site.fileID, line: site.line)
        draft.kind = .declaration
        return ArgumentRegistration(draft, configuration: Configuration(scope: scope), factory: factory)
    }
}
