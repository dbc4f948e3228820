internal import Synchronization

/// The registrations that a container may keep instances of, by the hashes of the scopes of the instances.
///
/// A reset of a scope visits those of its hash, and those that may have several scopes; it compares the scope of each.
/// So no scope is held here, whose closures of the user would have to be released under no lock.
struct KeepingEntries: Sendable {
    /// The lists by the hashes of the scopes; one list is that of registrations whose instances may have several.
    private var lists = HashTable<[RegistryEntry]>()
    private var places = HashTable<Place>()

    private struct Place {
        /// The hash of the list.
        let list: UInt
        var index: Int
    }

    /// The hash of the list of registrations whose instances may have several scopes; a scope may have the same one.
    private static var several: UInt { 0 }

    /// The registrations that may have instances of a scope, or of any.
    ///
    /// - Complexity: O(1) for one scope, if no registration has had several; else O(*n*) in the number of the result.
    func entries(of scope: Scope?) -> [RegistryEntry] {
        guard let scope else { return lists.elements.flatMap(\.self) }
        let (own, others) = (list(scope.storedHash), list(Self.several))
        return others.isEmpty ? own : own + others
    }

    /// Notes a registration whose instances have the given scope; `nil` if they may have several.
    ///
    /// - Complexity: O(1), amortized, as that of ``remove(_:)``.
    mutating func note(_ entry: RegistryEntry, under scope: Scope?) {
        let list = scope?.storedHash ?? Self.several
        guard let place = index(of: entry) else { return append(entry, to: list) }
        let former = places[place].list
        guard former != list, former != Self.several else { return }
        remove(entry)
        append(entry, to: Self.several)
    }

    /// Forgets a registration, which the caller releases.
    mutating func remove(_ entry: RegistryEntry) {
        guard let place = index(of: entry).map({ places.remove(at: $0) }), let list = lists.index(of: place.list) else {
            return
        }
        let last = lists[list].removeLast()
        if last !== entry, let moved = index(of: last) {
            lists[list][place.index] = last
            places[moved].index = place.index
        }
        if lists[list].isEmpty { _ = lists.remove(at: list) }
    }

    private mutating func append(_ entry: RegistryEntry, to hash: UInt) {
        let list = lists.index(of: hash) ?? lists.add([], hash: hash)
        let place = Place(list: hash, index: lists[list].count)
        lists[list].append(entry)
        _ = places.add(place, hash: UInt(bitPattern: ObjectIdentifier(entry)))
    }

    private func list(_ hash: UInt) -> [RegistryEntry] { lists.index(of: hash).map { lists[$0] } ?? [] }

    private func index(of entry: RegistryEntry) -> Int? {
        places.index(of: UInt(bitPattern: ObjectIdentifier(entry)))
    }
}

extension Container {
    /// Records that an instance is going to be kept for a registration, before it is built.
    ///
    /// The note stays until a reset finds no instance, or the registration is no longer filed. An override, which
    /// several containers file, is noted by each of them when they file it. Instances of the `container` scope need no
    /// note: the container that was asked lists them.
    func noteKeeping(_ entry: RegistryEntry, in table: SlotTable) {
        guard !table.publishesItself, !table.isNoted.load(ordering: .acquiring) else { return }
        state.withLock { state in
            // A request may have found a registration that was removed since.
            if entry.isFiled { state.keeping.note(entry, under: table.scope) }
            table.isNoted.store(true, ordering: .releasing)
        }
    }

    /// Forgets the notes of registrations that had no instance in a reset; the next build notes its registration again.
    ///
    /// So the next reset does not visit them. The note of an override stays: each level of its chain resets it.
    ///
    /// - Returns: The registrations without a note. The reset drops their instances once more: a build that has begun
    ///   before its note was forgotten does not note its registration again.
    func forgetKeeping(of idle: [(RegistryEntry, InstanceCache)]) -> [RegistryEntry] {
        guard !idle.isEmpty else { return [] }
        return state.withLock { state in
            idle.compactMap { entry, cache in
                // With another scope, the registration may have been noted again.
                guard entry.cacheIfMade === cache, !state.overrides.contains(entry) else { return nil }
                state.keeping.remove(entry)
                cache.own.isNoted.store(false, ordering: .releasing)
                return entry
            }
        }
    }

    /// Whether a reset under way drops the instances of a scope.
    ///
    /// A reset is begun and ended by the lifecycle. A request asks after it has begun a build, and after it has called
    /// ``noteKeeping(_:in:)``. Either the reset lists the registration and drops the slot behind the request, or the
    /// request finds the reset under way, or the reset has ended before the request asks. In the second case the
    /// request may yet be given an instance that the reset is about to drop, and its own must not be kept.
    func isResetting(_ scope: Scope) -> Bool {
        guard resetCount.load(ordering: .acquiring) > 0, scope.lifetime.outlivesRequests else { return false }
        return state.withLock { $0.resets.contains { $0 == nil || $0 == scope } }
    }
}
