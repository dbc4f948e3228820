extension Factory {
    /// Registers another closure in place of the declared one, and releases the instance that the container keeps.
    ///
    /// The declared scope, decorators and hooks stay. The override reaches the children of the container. If a parent
    /// keeps the instance of the declaration, that instance stays. The condition is decided now; if it is false,
    /// nothing changes. `ifAbsent` holds if the container and its parents have the declared closure. May be called from
    /// any thread.
    ///
    /// - Complexity: O(*n*) in the number of declared services of the type, and of the instances that are released. If
    ///   the container keeps instances of the `container` scope, also in their number and in that of its parents.
    public func register(
        when condition: RegistrationCondition = .always,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        _ factory: @escaping @Sendable (repeat each Argument) throws -> Service
    ) {
        override(if: condition, StaticCallSite(fileID: fileID, line: line), factory)
    }

    /// Registers a closure of the main actor in place of the declared one, and releases the instance.
    ///
    /// See ``register(when:fileID:line:_:)`` and ``Container/onMainActor(fileID:line:column:function:_:)``. May be
    /// called from any thread.
    ///
    /// - Complexity: That of ``register(when:fileID:line:_:)``.
    public func registerOnMainActor(
        when condition: RegistrationCondition = .always,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        _ factory: @escaping @MainActor @Sendable (repeat each Argument) throws -> Service
    ) {
        override(if: condition, StaticCallSite(fileID: fileID, line: line), onMainActor: true, unisolated(factory))
    }

    /// Restores the declaration, and releases the instance.
    ///
    /// If this is called through a child of the container that keeps the instance, it only removes the override of the
    /// child. May be called from any thread.
    ///
    /// - Complexity: O(*n*) in the number of declared services of the type, and of the instances that are released. If
    ///   the container keeps instances of the `container` scope, also in their number and in that of its parents.
    public func reset() {
        container.unlink(signature: signature, declaredAt: place)
        for entry in instancesOfAsked { container.drop(entry).release() }
    }

    /// Whether the container, or one above it, has another closure in place of the declared one.
    ///
    /// May be read from any thread.
    ///
    /// - Complexity: O(1) on average for each container that is searched.
    public var isOverridden: Bool {
        guard let found = container.nearestEntry(signature: signature, place) else { return false }
        return found.entry.kind != .declaration
    }

    private func override(
        if condition: RegistrationCondition,
        _ site: StaticCallSite,
        onMainActor: Bool = false,
        _ factory: @escaping @Sendable (repeat each Argument) throws -> Service
    ) {
        let factory = ErasedFactory(plainWithArguments: factory)
        let entry = makeEntry(.factory, in: container, site: site, factory: factory, onMainActor: onMainActor)
        file(entry, if: condition)
    }

    /// Registers an async closure in place of the declared one.
    func override(
        _ factory: AsyncArgumentFactory<Service, repeat each Argument>,
        if condition: RegistrationCondition,
        _ site: StaticCallSite
    ) {
        let factory = ErasedAsyncFactory(factory)
        file(makeEntry(.async, in: container, site: site, factory: .placeholder, asyncFactory: factory), if: condition)
    }

    private func file(_ entry: RegistryEntry, if condition: RegistrationCondition) {
        container.prepareForUse()
        guard condition.holdsNow, !(condition.isIfAbsent && isOverridden) else {
            return container.note(SkippedRegistration(key: entry.key, site: entry.site, condition: condition))
        }
        let former = instancesOfAsked
        guard container.file(entry, ifAbsent: condition.isIfAbsent) else { return }
        for entry in former { entry.table.drop().release() }
    }

    /// The instances of the `container` scope that the nearest entry has in this container, whichever container files
    /// the entry.
    private var instancesOfAsked: [ContainerInstances.Entry] {
        guard container.containerInstancesIfMade != nil,
            let cache = container.nearestEntry(signature: signature, place)?.entry.cacheIfMade
        else { return [] }
        return container.containerScopeEntries { $0.cache === cache }
    }
}

// MARK: - Entries

extension Factory {
    /// The signature of the types.
    @inlinable var signature: Signature { ArgumentPack<repeat each Argument>.signature(of: Service.self) }

    /// An entry of the declaration, or of one of its overrides.
    ///
    /// - Parameter owner: The container that files the entry, whose default scope is that of a declaration without one.
    func makeEntry(
        _ kind: RegistryEntry.Kind,
        in owner: Container,
        site: StaticCallSite,
        factory: ErasedFactory,
        onMainActor: Bool = false,
        asyncFactory: ErasedAsyncFactory? = nil
    ) -> RegistryEntry {
        let values = settings?.values
        var parts = RegistrationParts(
            type: Service.self,
            signature: signature,
            // Not the list of no arguments, even if the pack is empty: the closures are erased with the pack.
            arguments: ArgumentPack<repeat each Argument>.self,
            name: nil,
            site: site,
            factory: factory
        )
        parts.kind = kind
        parts.asyncFactory = asyncFactory
        parts.declaration = Declaration(place, settings)
        let ownScope = values.flatMap { $0.isOfDefaultScope ? nil : $0.scope }
        let settings =
            ownScope.map { .under($0, onMainActor: onMainActor) }
            ?? owner.defaultSettings(for: parts.arguments, onMainActor: onMainActor)
        let entry = RegistryEntry(parts, settings: settings)
        // A warm-up may build the instance of an override, without a request that brings the disposers.
        if let values, kind != .declaration, !values.disposers.isEmpty {
            entry.configure { $0.disposers = values.disposers }
        }
        return entry
    }
}
