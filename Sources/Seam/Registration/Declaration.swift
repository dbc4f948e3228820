/// The parts of a declared service that its entry in the registry has; ``Factory`` has the closure.
///
/// An entry is made when the service is first used, or when it is overridden.
final class Declaration: Sendable {
    let place: DeclarationPlace
    /// The places of the declaration's decorators; only its requests know the closures.
    let decorators: [StaticCallSite]
    let hooks: HookCounts
    /// Whether the factory of the declaration is async.
    let isAsync: Bool
    /// Whether the factory of the declaration runs on the main actor.
    let isBuiltOnMainActor: Bool
    /// Whether a decorator or hook of the declaration runs on the main actor.
    let isCompletedOnMainActor: Bool

    /// - Parameter settings: The scope, decorators and hooks of the declaration, if it has any.
    init(_ place: DeclarationPlace, _ settings: Settings?) {
        self.place = place
        let values = (settings ?? .unique).values
        decorators = values.decorators.map(\.site)
        hooks = HookCounts(of: values)
        isAsync = values.asyncFactory != nil
        isBuiltOnMainActor = values.isBuiltOnMainActor
        isCompletedOnMainActor = values.isCompletedOnMainActor
    }

    /// Whether instances are completed by decorators or hooks of the declaration.
    var hasParts: Bool { !decorators.isEmpty || hooks.onCreate > 0 || hooks.onResolved > 0 }
}

/// The numbers of hooks of a registration or a declaration.
struct HookCounts: Sendable {
    let onCreate: Int
    let onResolved: Int
    let onDispose: Int

    init(of values: Settings.Values) {
        onCreate = values.creationHooks.count
        onResolved = values.resolutionHooks.count
        onDispose = values.disposers.count
    }
}

extension RegistryEntry {
    /// The numbers of hooks of the registration, or of the declaration that it stands for.
    var hookCounts: HookCounts { declaration?.hooks ?? HookCounts(of: settings.values) }
}

/// The registry files a declared service under its place, as if the place were a name.
extension DeclarationPlace: RequestName {
    /// A word that differs from the hash of every name and of no name: it is even, and not 0.
    var hash: UInt {
        // A word of 32 bits would lose the line otherwise.
        let word = UInt(truncatingIfNeeded: position >> 16 ^ position)
        return UInt(truncatingIfNeeded: FibonacciHash.product(word) >> 8) << 2 | 2
    }

    func isName(of entry: RegistryEntry) -> Bool {
        entry.declaration?.place == self
    }
}

/// The parts of a declared service that its requests bring along: no container stores them, because they may hold the
/// container.
struct DeclaredParts: Sendable {
    let factory: ErasedFactory
    /// The decorators and hooks, if there are any.
    let settings: Settings?
}

// MARK: - The registry of declared services

extension Container {
    /// The nearest entry of a declared service: an override, or the entry of the outermost container, which is made on
    /// first use.
    func nearestEntry(
        signature: Signature,
        declaredAt place: DeclarationPlace,
        otherwise make: (_ owner: Container) -> RegistryEntry
    ) -> Found {
        if let found = nearestEntry(signature: signature, place) { return found }
        let owner = chain.last ?? self
        let fresh = make(owner)
        let entry = owner.state.withLock { state in
            // Another thread may have filed an entry meanwhile.
            if let present = owner.filedEntry(signature: signature, place) { return present }
            // The entry is new: it has replaced nothing.
            _ = owner.file(fresh, in: &state)
            return fresh
        }
        markPassable(entry.tag, below: owner)
        return (entry, owner)
    }

    /// Unlinks the entry of a declared service, here and in the copies above during `withOverrides`.
    func unlink(signature: Signature, declaredAt place: DeclarationPlace) {
        prepareForUse()
        if let entry = ownEntry(signature: signature, place) {
            let removed = change(entry.group) { state -> RegistryEntry? in
                guard let entry = filedEntry(signature: signature, place) else { return nil }
                state.variants.changeIfAny(ObjectIdentifier(entry.type)) { $0.removeDeclared(entry) }
                state.forget(entry)
                return table.remove(tag: entry.tag) { $0.is(entry) }
            }
            if let removed { discard([removed], as: .reset) }
        }
        for level in otherLevels {
            level.unlink(signature: signature, declaredAt: place)
        }
    }

    /// The container's own entries of declared services of a type.
    func declaredEntries(of type: any Any.Type) -> [RegistryEntry] {
        take(KeyGroup(type: ObjectIdentifier(type), name: nil))
        return state.withLock { $0.variants[ObjectIdentifier(type)]?.declared.unshared() ?? [] }
    }
}
