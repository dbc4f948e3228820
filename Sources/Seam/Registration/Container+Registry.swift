internal import Synchronization

/// The registry: what is found under a key, and how that changes.
extension Container {
    /// A registration, and the container that it was found in.
    typealias Found = (registration: AnyRegistration, owner: Container)

    /// The container's own registration of a key.
    func ownRegistration(signature: UInt, name: ServiceName?) -> AnyRegistration? {
        let record = ThreadLocal.record
        record.beginReading()
        defer { record.endReading() }
        let tag = AnyRegistration.tag(signature: signature, nameProbe: name?.probe ?? 0)
        return table.findHidden(tag) { $0.use { $0.answers(signature: signature, name: name) } }?.retained()
    }

    /// The nearest registration of a key, and whose it is: the container's own, else its parent's, and so on.
    ///
    /// Prepares the containers on the way for their first use, and sees what is hidden from readers without a lock.
    func nearestRegistration(signature: UInt, name: ServiceName?) -> Found? {
        var container = Optional(self)
        while let current = container {
            current.prepareForUse()
            if let registration = current.ownRegistration(signature: signature, name: name) {
                return (registration, current)
            }
            container = current.parent
        }
        return nil
    }

    /// The container's own registrations of a type, contributions included, in the order they were made.
    func ownRegistrations(of type: any Any.Type) -> [AnyRegistration] {
        ownRegistrations(of: ObjectIdentifier(type))
    }

    private func ownRegistrations(of identifier: ObjectIdentifier) -> [AnyRegistration] {
        var found = state.withLock { $0.variants[identifier] ?? [] }
        if let plain = ownRegistration(signature: UInt(bitPattern: identifier), name: nil) { found.append(plain) }
        return found.sorted { $0.order < $1.order }
    }

    /// Whether a registration is filed here, as one of a type or as that of a declaration.
    func holds(_ registration: AnyRegistration) -> Bool {
        ownRegistrations(of: registration.type).contains { $0 === registration }
            || registrationsOfDeclarations.contains { $0 === registration }
    }

    /// What stands for declared factories.
    var registrationsOfDeclarations: [AnyRegistration] {
        state.withLock { $0.declarations.values.flatMap(\.registrations) }
    }

    /// All of the container's own registrations, contributions included, in the order they were made.
    var ownRegistrations: [AnyRegistration] {
        var found = state.withLock { $0.variants.values.flatMap { $0 }.filter { $0.kind == .contribution } }
        found += state.withLock { _ in tableContents }
        return found.sorted { $0.order < $1.order }
    }

    /// What the table holds; called under the lock.
    var tableContents: [AnyRegistration] {
        var found: [AnyRegistration] = []
        table.visit { found.append($0.object) }
        return found
    }
}

// MARK: - Changing

extension Container {
    /// The scope for a new registration.
    @usableFromInline
    var scopeOfRegistrations: Scope {
        prepareForUse()
        guard hasDefaultScope.load(ordering: .acquiring) else { return .unique }
        return state.withLock { $0.defaultScope }
    }

    /// Files a registration under its key, in place of the one that is there.
    func install(_ registration: AnyRegistration) {
        let mirrors = installHere(registration)
        for mirror in mirrors { _ = mirror.installHere(registration) }
    }

    private func installHere(_ registration: AnyRegistration) -> [Container] {
        let (replaced, mirrors) = state.withLock { state -> (AnyRegistration?, [Container]) in
            let isDecorated = state.isDecorated(registration.type, name: registration.name)
            if isDecorated { registration.refreshShortcut(isDecorated: true) }
            guard registration.kind != .contribution else {
                state.variants[ObjectIdentifier(registration.type), default: []].append(registration)
                return (nil, state.mirrors)
            }
            let replaced = table.insert(registration, tag: registration.tag) { $0.use(registration.replaces) }
            state.recordVariant(registration, replacing: replaced)
            return (replaced, state.mirrors)
        }
        if let replaced { discard([replaced]) }
        return mirrors
    }

    /// Unlinks the registrations that satisfy `condition`, among those of a type.
    ///
    /// - Returns: Whether there were any.
    func uninstall(type: any Any.Type, where condition: (AnyRegistration) -> Bool) -> Bool {
        let identifier = ObjectIdentifier(type)
        // All under one lock: a reference to a registration that stays must never be the last one.
        let removed = state.withLock { state in
            var candidates = (state.variants[identifier] ?? []).filter(condition)
            if let plain = ownRegistration(signature: UInt(bitPattern: identifier), name: nil), condition(plain) {
                candidates.append(plain)
            }
            return candidates.compactMap { candidate in
                state.variants[identifier]?.removeAll { $0 === candidate }
                guard candidate.kind != .contribution else { return candidate }
                return table.remove(tag: candidate.tag) { $0.is(candidate) }
            }
        }
        discard(removed)
        return !removed.isEmpty
    }

    /// Releases registrations that were unlinked, and what they kept, here and in the containers below.
    func discard(_ registrations: [AnyRegistration]) {
        registrations.flatMap(dropInstances(of:)).release()
        Reclamation.retire(registrations)
    }

    /// Drops what is kept of a registration that is gone or changed, here and in the containers below.
    func dropInstances(of registration: AnyRegistration) -> [KeptInstance] {
        let own = registration.dropInstances()
        return own + dropContainerScopeInstances { $0.registration === registration }
            + dropAliasInstances(of: registration)
    }

    /// Drops what decorated aliases keep of a target that is gone or changed.
    private func dropAliasInstances(of target: AnyRegistration) -> [KeptInstance] {
        let decorated = state.withLock { Array($0.decorations.keys) }
        let kind = AnyRegistration.Kind.alias(.init(signature: target.signature, name: target.name))
        let aliases = decorated.flatMap { key in
            ownRegistrations(of: key.type).filter { $0.name == key.name && $0.kind == kind }
        }
        return aliases.flatMap { alias in
            alias.dropInstances() + dropContainerScopeInstances { $0.registration === alias }
        }
    }

    /// Drops instances of the `container` scope, in this container and those below.
    private func dropContainerScopeInstances(where condition: (InstanceKey) -> Bool) -> [KeptInstance] {
        var dropped = containerScopeInstances.drop(where: condition)
        for child in state.withLock({ $0.children }) {
            dropped += child.container?.dropContainerScopeInstances(where: condition) ?? []
        }
        return dropped
    }
}

extension Container.State {
    /// Whether the container decorates that type and name.
    func isDecorated(_ type: any Any.Type, name: ServiceName?) -> Bool {
        guard !decorations.isEmpty else { return false }
        return decorations[DecorationKey(type: ObjectIdentifier(type), name: name)] != nil
    }

    /// Notes what cannot be found by its type alone.
    fileprivate mutating func recordVariant(
        _ registration: AnyRegistration,
        replacing replaced: AnyRegistration?
    ) {
        let identifier = ObjectIdentifier(registration.type)
        guard registration.signature != UInt(bitPattern: identifier) || registration.name != nil else { return }
        if let replaced, let index = variants[identifier]?.firstIndex(where: { $0 === replaced }) {
            variants[identifier]?[index] = registration
        } else {
            variants[identifier, default: []].append(registration)
        }
    }
}
