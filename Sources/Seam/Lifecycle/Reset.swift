internal import Synchronization

extension Container {
    /// Removes the container's own registrations of a type and name, with any arguments.
    ///
    /// Contributions stay. The kept instances are released before this returns, on the calling thread. Requests find a
    /// parent's registration afterwards; but in the first closure of `withOverrides`, the copies of the containers
    /// above lose theirs as well. May be called from any thread.
    ///
    /// - Returns: Whether there was such a registration.
    /// - Complexity: O(*n*) in the number of registrations of that type and name and their kept instances.
    @discardableResult
    public func unregister<Service>(_ type: Service.Type, name: ServiceName? = nil) -> Bool {
        prepareForUse()
        // Every level is asked, even if an earlier one had such a registration.
        let isFound = otherLevels.map { $0.unregister(type, name: name) }.contains(true)
        return unlink(type, named: name) || isFound
    }

    /// Drops the instances that the container keeps: those of one scope, or all.
    ///
    /// Registered values stay. The instances are released before this returns, on the calling thread and under no lock.
    /// A build in progress finishes for its callers, and its instance is not kept; nor is that of a build that begins
    /// while instances are being dropped. An observer may begin one, and so may the setter of a custom scope's storage
    /// and the `deinit` of an instance that only this storage holds. Every other `deinit` runs when all are dropped: an
    /// instance that it builds is kept. So no instance of these scopes that is kept afterwards was built with a dropped
    /// one. May be called from any thread.
    ///
    /// - Complexity: O(*n*) in the number of kept instances of the scope, and of registrations that had any at the
    ///   reset before. These count at each reset as long as they are registered: registered values that were asked
    ///   for, overrides, and what has kept instances in this container under the `container` scope, or under several
    ///   scopes.
    public func reset(_ scope: Scope? = nil) {
        prepareForUse()
        var dropped = DroppedInstances()
        let entries = beginReset(scope)
        var idle: [(RegistryEntry, InstanceCache)] = []
        // The instances of aliases are dropped with those of their targets, and are reported under their own keys.
        for entry in entries where entry.aliasTarget != nil && !isOfValue(entry) {
            dropped.append(drop(entry, under: scope, &idle))
        }
        for entry in entries where entry.aliasTarget == nil && entry.kind != .value {
            dropped.append(drop(entry, under: scope, &idle))
        }
        // A build that has begun meanwhile, and has relied on the note, is dropped behind it.
        for entry in forgetKeeping(of: idle) { dropped.append(drop(entry, under: scope, &idle)) }
        for entry in containerInstancesIfMade?.entries(of: scope) ?? [] { dropped.append(drop(entry)) }
        // Before the reset ends: a build that begins later would take the former instance out of the user's storage.
        dropped.emptyStorages()
        // Once the list is released here, another thread may change it in place. The count of its references orders the
        // reads above before that change; the thread sanitizer does not see that, but it sees the lock of `endReset`.
        withExtendedLifetime(entries) { endReset(scope) }
        dropped.release()
    }

    /// Begins a reset of one scope, or of all.
    ///
    /// - Returns: The registrations that may have instances of the scope.
    func beginReset(_ scope: Scope?) -> [RegistryEntry] {
        state.withLock { state in
            state.resets.append(scope)
            resetCount.store(state.resets.count, ordering: .releasing)
            return state.keeping.entries(of: scope)
        }
    }

    /// Ends a reset, when its instances are dropped.
    func endReset(_ scope: Scope?) {
        state.withLockReleasing { state in
            let ended = state.resets.firstIndex(of: scope).map { state.resets.remove(at: $0) }
            resetCount.store(state.resets.count, ordering: .releasing)
            return ended
        }
    }

    /// Drops the instances of a registration, unless its scope is another one.
    ///
    /// - Parameter idle: The registrations that had none, with their caches; this one is added if it had none either.
    private func drop(
        _ entry: RegistryEntry,
        under scope: Scope?,
        _ idle: inout [(RegistryEntry, InstanceCache)]
    ) -> DroppedInstances {
        guard let cache = entry.cacheIfMade, scope == nil || cache.scope == scope else { return DroppedInstances() }
        let dropped = cache.drop(.ownContainer, published: entry.ready)
        if dropped.isEmpty { idle.append((entry, cache)) }
        reportDropped(dropped, of: entry, .reset)
        return dropped
    }

    /// Drops the instances that the container keeps because it was asked for them.
    ///
    /// - Returns: The instances, for the caller to release under no lock.
    func drop(_ entry: ContainerInstances.Entry) -> DroppedInstances {
        let dropped = entry.table.drop()
        if let registration = entry.registration { reportDropped(dropped, of: registration, .reset) }
        return dropped
    }

    /// Removes all registrations, decorators, modules and instances; the container can be filled anew.
    ///
    /// On ``main``, unless it was shut down, the registrations of ``AutoRegistering`` are made again at its next use.
    /// In the first closure of `withOverrides`, the copies of the containers above are emptied as well. May be called
    /// from any thread.
    ///
    /// - Complexity: O(*n*) in the number of registrations and kept instances. In a container that was copied, also
    ///   O(*m*) for each registration in the number of living copies.
    public func removeAll() {
        for level in otherLevels { level.removeAll() }
        takeAll()
        let (removed, keeping, decorations, registries) = changeOutsideFirstUse { state in
            let registries = state.passAllToCopies()
            let removed = filedEntries(in: state)
            for entry in removed {
                _ = table.remove(tag: entry.tag) { $0.is(entry) }
                entry.noteUnfiling()
            }
            let (keeping, decorations) = (state.keeping, state.decorations)
            state.variants = HashTable()
            state.keeping = KeepingEntries()
            state.decorations = SharedDictionary()
            detours.bitwiseAnd(~Detour.decorators, ordering: .releasing)
            state.modules = SharedDictionary()
            state.skipped = SharedDictionary()
            // A closed container has no use that could come first.
            if isMain, !state.isClosed, state.firstUse?.isDone == true {
                state.firstUse = nil
                state.emptyings += 1
                setTableHidden(true)
            }
            return (removed, keeping, decorations, registries)
        }
        discard(removed)
        for entry in containerInstancesIfMade?.entries() ?? [] { entry.table.drop().release() }
        withExtendedLifetime((keeping, decorations, registries)) {}
    }
}
