internal import Synchronization

extension Container {
    /// Takes away the container's own registrations of a type and name, whatever their arguments.
    ///
    /// What they keep is released before this returns. A parent's registration shows through afterwards.
    ///
    /// - Returns: Whether there were any.
    /// - Complexity: O(*n*) in the number of registrations of the type and of what they keep.
    @discardableResult
    public func unregister<Service>(_ type: Service.Type, name: ServiceName? = nil) -> Bool {
        prepareForUse()
        for mirror in mirrors { mirror.unregister(type, name: name) }
        return uninstall(type: type) { $0.name == name && $0.kind != .contribution }
    }

    /// Drops the instances that the container keeps: those of one scope, or all.
    ///
    /// Registered values stay. What is dropped is released before this returns, on the calling thread.
    ///
    /// - Complexity: O(*n*) in the number of registrations and kept instances.
    public func reset(_ scope: Scope? = nil) {
        prepareForUse()
        var dropped: [KeptInstance] = []
        for registration in ownRegistrations + registrationsOfDeclarations
        where registration.kind != .value && registration.isKept(in: scope, owner: self) {
            dropped += registration.dropInstances()
        }
        dropped += containerScopeInstances.drop { $0.registration.isKept(in: scope, owner: self) }
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
}

extension AnyRegistration {
    /// Whether instances are kept in the given scope; an alias with decorators keeps as its target does.
    fileprivate func isKept(in scope: Scope?, owner: Container) -> Bool {
        guard let scope else { return true }
        guard case .alias(let target) = kind else { return self.scope == scope }
        return owner.nearestRegistration(signature: target.signature, name: target.name)?.registration.scope == scope
    }
}
