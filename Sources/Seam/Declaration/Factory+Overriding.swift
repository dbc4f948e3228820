extension Factory {
    /// Registers another closure in place of the declared one, and releases the instance.
    ///
    /// The declared scope stays. The override reaches the children of the container. May be called from any thread.
    public func register(
        fileID: StaticString = #fileID,
        line: UInt = #line,
        _ factory: @escaping @Sendable (repeat each Argument) throws -> Service
    ) {
        let site = StaticCallSite(fileID: fileID, line: line)
        let entry = makeEntry(site: site, factory: ErasedFactory(plainWithArguments: factory))
        for container in containers {
            container.changeDeclaration(key) { $0 = Declaration(declared: nil, override: entry) }
        }
    }

    /// Restores the declaration, and releases the instance.
    ///
    /// May be called from any thread.
    public func reset() {
        for container in containers { container.changeDeclaration(key) { $0 = nil } }
    }

    /// The container, and the copied containers above it while `withOverrides` registers.
    private var containers: [Container] { [container] + container.state.withLock { $0.copiedAncestors.map(\.self) } }
}

extension Container {
    /// Changes the entries of a declaration, and releases those that are replaced.
    fileprivate func changeDeclaration(_ key: DeclarationKey, _ change: (inout Declaration?) -> Void) {
        prepareForUse()
        let replaced = state.withLock { state in
            let replaced = state.declarations[key]
            change(&state.declarations[key])
            for entry in replaced?.entries ?? [] { state.keeping[ObjectIdentifier(entry)] = nil }
            return replaced?.entries ?? []
        }
        Self.discard(replaced)
    }
}

// MARK: - Resolution

extension Factory {
    /// The instance: from the nearest override, or else from the declaration.
    func instance(
        _ arguments: ArgumentPack<repeat each Argument>,
        site: StaticCallSite
    ) throws(ResolutionError) -> Service {
        container.prepareForUse()
        let list = ArgumentPack<repeat each Argument>.self
        let request = Request(Service.self, name: name, in: container, list, site: site)
        guard !container.isClosed else { throw Failure.closed(request) }
        let (found, isOverridden) = found(site: site)
        let declaration = isOverridden ? nil : ErasedFactory(plainWithArguments: closure)
        return try Activation(of: request, found: found, declaration: declaration).instance(arguments)
    }

    /// The entry of the declaration or of its nearest override; the key proves that it has these types.
    private func found(site: StaticCallSite) -> (Container.Found, isOverridden: Bool) {
        for container in container.chain {
            if let override = container.state.withLock({ $0.declarations[key]?.override }) {
                return ((override, container), true)
            }
        }
        if let known = container.state.withLock({ $0.declarations[key]?.declared }) {
            return ((known, container), false)
        }
        let fresh = makeEntry(site: site, factory: .placeholder)
        let declared = container.state.withLock { state in
            if let known = state.declarations[key]?.declared { return known }
            state.declarations[key, default: Declaration()].declared = fresh
            return fresh
        }
        return ((declared, container), false)
    }

    private func makeEntry(site: StaticCallSite, factory: ErasedFactory) -> RegistryEntry {
        var draft = RegistrationDraft(
            type: Service.self,
            signature: ArgumentPack<repeat each Argument>.signature(of: Service.self),
            arguments: ArgumentPack<repeat each Argument>.self,
            name: name,
            site: site,
            factory: factory
        )
        draft.kind = .declaration
        return RegistryEntry(draft, settings: .under(scope))
    }
}
