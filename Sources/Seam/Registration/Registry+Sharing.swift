/// The questions of a copy to its origin.
///
/// A registry that does not have a group asks its origin, under no lock, and then looks again. If the origin has
/// changed the group in between, it has first passed the former group here.
extension Sharing.Origin {
    /// Copies of the registrations of a group, which no container files.
    ///
    /// - Parameter replacement: A registration that is about to be made; one with its key is left out.
    func copies(of group: KeyGroup, except replacement: RegistryEntry?) -> [RegistryEntry] {
        let (own, origin) = registry.withLock { state in
            (state.copies(of: group, except: replacement, forCopyAt: place), state.sharing.origin)
        }
        if let own { return own }
        let inherited = origin?.copies(of: group, except: replacement) ?? []
        return registry.withLock { $0.copies(of: group, except: replacement, forCopyAt: place) } ?? inherited
    }

    /// The groups that `own` finds, except those that the copy does not see, because they are newer.
    fileprivate func groups(_ own: (inout Container.State) -> some Sequence<KeyGroup>) -> Set<KeyGroup> {
        let groups = registry.groups(own)
        return registry.withLock { state in groups.filter { !state.sharing.isNew($0, forCopyAt: place) } }
    }

    /// The registration of a key that the copy lacks because it was made after the copy.
    func laterRegistration(of key: ServiceKey) -> RegistryEntry? {
        let group = KeyGroup(type: ObjectIdentifier(key.type), name: key.name)
        let (later, origin) = registry.withLock { state in
            var later: [RegistryEntry] = []
            // Otherwise the copy lacks it for another reason: it was removed there, say.
            if state.sharing.isNew(group, forCopyAt: place) {
                state.visit(group) { if $0.isFoundByKey { later.append($0) } }
            }
            return (later, state.sharing.origin)
        }
        return later.first { $0.key == key } ?? origin?.laterRegistration(of: key)
    }
}

extension Registry {
    /// The groups that `own` finds here, and in the registries of the origins, except those that are new there.
    func groups(_ own: (inout Container.State) -> some Sequence<KeyGroup>) -> Set<KeyGroup> {
        let inherited = withLock { $0.sharing.origin }?.groups(own) ?? []
        return inherited.union(withLock { own(&$0) })
    }

    /// Passes everything to the copies and releases the rest, because the container is going away.
    func passOnEverything() {
        let gone = withLock { state in
            let toRelease = state.passAllToCopies()
            var rest = Container.State(defaultScope: .unique)
            rest.sharing = state.sharing
            rest.sharing.reduceToLink()
            swap(&state, &rest)
            return (rest, toRelease)
        }
        withExtendedLifetime(gone) {}
    }
}

extension Container.State {
    /// Copies of the registrations of a group; `nil` if the origin has to be asked.
    ///
    /// - Parameter place: The place of the copy that asks.
    fileprivate func copies(
        of group: KeyGroup,
        except replacement: RegistryEntry?,
        forCopyAt place: Int
    ) -> [RegistryEntry]? {
        guard !sharing.isNew(group, forCopyAt: place) else { return [] }
        guard sharing.has(group) else { return nil }
        var copies: [RegistryEntry] = []
        visit(group) { entry in
            if let replacement, entry.isFoundByKey, replacement.replaces(entry) {
                replacement.noteReplacing(at: entry.site)
            } else {
                copies.append(entry.copy())
            }
        }
        return copies
    }

    /// Whether a group that is here has no registrations.
    ///
    /// - Complexity: O(1); O(*n*) in the number of declared services of the type, if the group has no name.
    func isAbsent(_ group: KeyGroup) -> Bool {
        guard sharing.hasFiled(group) else { return sharing.received[group]?.isEmpty ?? true }
        let variants = variants[group.type]
        if variants?.has(group.name) == true { return false }
        guard group.name == nil else { return true }
        let plain = sharing.owner?.use { $0.filedEntry(signature: Signature(group.type), NoName()) }
        return plain == nil && variants?.declared.contains { $0.kind != .declaration } != true
    }

    /// Calls `body` with the registrations of a group that is here.
    fileprivate func visit(_ group: KeyGroup, _ body: (RegistryEntry) -> Void) {
        guard sharing.hasFiled(group) else {
            for entry in sharing.received[group] ?? [] { body(entry) }
            return
        }
        for entry in variants[group.type]?.named(group.name) ?? [] { body(entry) }
        guard group.name == nil else { return }
        if let variants = variants[group.type] { variants.contributed.forEach(body) }
        let signature = Signature(group.type)
        sharing.owner?
            .use { owner in
                owner.table.visit(tag: RegistryEntry.tag(signature: signature, nameHash: 0)) { entry in
                    if entry.use({ $0.answers(signature: signature, name: NoName()) }) { entry.use(body) }
                }
            }
        // A copy makes the entries of declared services anew; only their overrides are copied.
        for entry in variants[group.type]?.declared ?? [] where entry.kind != .declaration { body(entry) }
    }

    func groups(withTag tag: TableTag) -> [KeyGroup] {
        var groups = sharing.receivedGroups(withTag: tag)
        sharing.owner?.use { $0.table.visit(tag: tag) { entry in groups.append(entry.use { $0.group }) } }
        return groups
    }

    func groups(of type: ObjectIdentifier) -> [KeyGroup] {
        let received = sharing.received.keys.filter { $0.type == type }
        let named = variants[type].map { $0.usedNames.map { KeyGroup(type: type, name: $0) } } ?? []
        return [KeyGroup(type: type, name: nil)] + named + received
    }

    /// The groups of all registrations, at most so many.
    func groups(atMost limit: Int) -> Set<KeyGroup> {
        var groups = Set(sharing.received.keys.prefix(limit))
        sharing.owner?
            .use { owner in
                owner.table.visit { entry in
                    if groups.count < limit { groups.insert(entry.use { $0.group }) }
                }
            }
        // Contributions are not in the table.
        for variants in variants.elements where groups.count < limit {
            groups.insert(KeyGroup(type: variants.type, name: nil))
        }
        return groups
    }

    /// Passes a group that is about to change to the copies that do not have it, and that were made after it.
    ///
    /// - Returns: References for the caller to release under no lock.
    mutating func passToCopies(_ group: KeyGroup) -> [Registry] {
        guard sharing.mayBeSeenByCopies(group), sharing.has(group), !isAbsent(group) else { return [] }
        let living = sharing.livingCopies()
        var entries: [RegistryEntry]?
        return living.passing { copy in
            guard let place = copy.sharing.origin?.place, !sharing.isNew(group, forCopyAt: place) else { return [] }
            return copy.receive(group) {
                let passed = entries ?? copies(of: group, except: nil, forCopyAt: place) ?? []
                entries = passed
                return passed
            }
        }
    }

    /// Receives a group that the origin is about to change, unless it is here.
    private mutating func receive(_ group: KeyGroup, _ entries: () -> [RegistryEntry]) -> [Registry] {
        guard !sharing.has(group) else { return [] }
        guard sharing.isGone else {
            sharing.receive(entries(), as: group)
            return []
        }
        sharing.noteTaking(group)
        return sharing.livingCopies().passing { $0.receive(group, entries) }
    }

    /// Passes all groups to the copies, because all are about to be removed.
    ///
    /// - Returns: References for the caller to release under no lock.
    mutating func passAllToCopies() -> [Registry] {
        let living = sharing.livingCopies()
        guard !living.isEmpty else { return [] }
        let passed = groups(atMost: .max).flatMap { passToCopies($0) }
        sharing.forgetAdditions()
        return living + passed
    }
}

extension [Registry] {
    /// Calls `body` with the state of each registry; not inlined, since it is long.
    ///
    /// - Returns: These registries and those that `body` has returned, for the caller to release under no lock.
    @inline(never)
    fileprivate func passing(_ body: (inout Container.State) -> [Registry]) -> [Registry] {
        self + flatMap { $0.withLock(body) }
    }
}
