internal import Synchronization

extension Container {
    /// Whether a type and name is registered, with whatever arguments, here or in a parent, also as an alias.
    public func isRegistered<Service>(_ type: Service.Type, name: ServiceName? = nil) -> Bool {
        lineage.contains { container in
            container.prepareForUse()
            return container.ownRegistrations(of: type).contains { $0.name == name && $0.kind != .contribution }
        }
    }

    /// Takes away the container's own registrations of a type and name, whatever their arguments.
    ///
    /// What they keep is released before this returns. A parent's registration shows through afterwards.
    ///
    /// - Returns: Whether there were any.
    @discardableResult
    public func unregister<Service>(_ type: Service.Type, name: ServiceName? = nil) -> Bool {
        prepareForUse()
        let mirrors = state.withLock { $0.mirrors }
        for mirror in mirrors { mirror.unregister(type, name: name) }
        return uninstall(type: type) { $0.name == name && $0.kind != .contribution }
    }

    /// Drops the instances that the container keeps: those of one scope, or all.
    ///
    /// Registered values stay. What is dropped is released before this returns, on the calling thread.
    ///
    /// - Complexity: O(*n*) in the number of registrations.
    public func reset(_ scope: Scope? = nil) {
        prepareForUse()
        var dropped: [KeptInstance] = []
        for registration in ownRegistrations + registrationsOfDeclarations
        where registration.kind != .value && registration.isKept(in: scope, owner: self) {
            dropped += registration.dropInstances()
        }
        dropped += askedInstances.drop { $0.registration.isKept(in: scope, owner: self) }
        dropped.release()
    }

    /// Takes away all registrations, decorators, modules and instances; the container can be filled anew.
    ///
    /// On ``main`` the registrations of ``AutoRegistering`` are made again on its next use.
    public func removeAll() {
        reset()
        let (removed, decorations) = state.withLock { state in
            let contributions = state.variants.values.joined().filter { $0.kind == .contribution }
            let declarations = state.declarations.values.flatMap(\.registrations)
            let contents = tableContents
            for registration in contents {
                _ = table.remove(tag: registration.tag) { $0.is(registration) }
            }
            let decorations = state.decorations
            state.variants = [:]
            state.decorations = [:]
            isDecorating.store(false, ordering: .releasing)
            state.modules = []
            state.declarations = [:]
            if isMain, case .settled = state.firstUse {
                state.firstUse = .pending
                table.setHidden(true)
            }
            return (contents + contributions + declarations, decorations)
        }
        discard(removed)
        withExtendedLifetime(decorations) {}
    }

    /// Registers what the modules bring; each type of module once, a second value of it is ignored.
    public func install(_ modules: any Module...) {
        install(modules)
    }

    func install(_ modules: [any Module]) {
        for module in modules {
            let type = ObjectIdentifier(Swift.type(of: module))
            let isNew = state.withLock { $0.modules.insert(type).inserted }
            if isNew { module.register(in: self) }
        }
    }

    /// Creates a container and installs modules in it.
    public convenience init(parent: Container? = nil, defaultScope: Scope = .unique, modules: any Module...) {
        self.init(parent: parent, defaultScope: defaultScope)
        install(modules)
    }
}

/// A group of registrations that belong together, installed once per container and type.
public protocol Module: Sendable {
    /// Registers what the module brings.
    func register(in container: Container)
}

extension AnyRegistration {
    /// Whether instances are kept in the given scope; an alias with decorators keeps as its target does.
    fileprivate func isKept(in scope: Scope?, owner: Container) -> Bool {
        guard let scope else { return true }
        guard case .alias(let target) = kind else { return self.scope == scope }
        return owner.nearestRegistration(signature: target.signature, name: target.name)?.registration.scope == scope
    }
}
