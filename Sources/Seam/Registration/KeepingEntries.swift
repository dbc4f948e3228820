internal import Synchronization

/// The registrations that a container may keep instances of, by the scopes of the instances: a reset looks at no
/// others.
///
/// It holds their scopes, with closures of the user: what a change drops is returned, to be released under no lock.
struct KeepingEntries: Sendable {
    /// The registrations whose instances have had one scope.
    private var ofOneScope = HashTable<List>()
    /// The registrations whose instances may have several.
    private var ofSeveral: [RegistryEntry] = []
    private var places = HashTable<Place>()

    private struct List {
        let scope: Scope
        var entries: [RegistryEntry]
    }

    /// The place of a registration among those of its scope.
    private struct Place {
        /// The scope; `nil` if there may be several.
        let scope: Scope?
        var index: Int
    }

    /// The scopes that a change has dropped, for the caller to release under no lock.
    struct Dropped: Sendable {
        fileprivate let scope: Scope?
        /// The equal scope under which the list was filed; maybe another object.
        fileprivate var scopeOfList: Scope?
    }

    /// The registrations that may have instances of a scope, or of any.
    ///
    /// - Complexity: O(1) for one scope, if no registration has had several; else O(*n*) in the number of the result.
    func entries(of scope: Scope?) -> [RegistryEntry] {
        guard let scope else { return ofOneScope.elements.flatMap(\.entries) + ofSeveral }
        let own = index(of: scope).map { ofOneScope[$0].entries } ?? []
        return ofSeveral.isEmpty ? own : own + ofSeveral
    }

    /// Notes a registration whose instances have the given scope; `nil` if they may have several.
    ///
    /// - Complexity: O(1), amortized, as that of ``remove(_:)``.
    mutating func note(_ entry: RegistryEntry, under scope: Scope?) -> Dropped? {
        guard let place = index(of: entry) else {
            append(entry, under: scope)
            return nil
        }
        let former = places[place].scope
        guard former != nil, former != scope else { return nil }
        let dropped = remove(entry)
        append(entry, under: nil)
        return dropped
    }

    /// Forgets a registration, which the caller releases.
    mutating func remove(_ entry: RegistryEntry) -> Dropped? {
        guard let place = index(of: entry).map({ places.remove(at: $0) }) else { return nil }
        var dropped = Dropped(scope: place.scope)
        let moved: RegistryEntry?
        if let list = place.scope.flatMap({ index(of: $0) }) {
            moved = ofOneScope[list].entries.replaceByLast(at: place.index)
            if ofOneScope[list].entries.isEmpty { dropped.scopeOfList = ofOneScope.remove(at: list).scope }
        } else {
            moved = ofSeveral.replaceByLast(at: place.index)
        }
        if let moved, let other = index(of: moved) { places[other].index = place.index }
        return dropped
    }

    private mutating func append(_ entry: RegistryEntry, under scope: Scope?) {
        let index: Int
        if let scope {
            let list = self.index(of: scope) ?? ofOneScope.add(List(scope: scope, entries: []), hash: scope.storedHash)
            index = ofOneScope[list].entries.add(entry)
        } else {
            index = ofSeveral.add(entry)
        }
        _ = places.add(Place(scope: scope, index: index), hash: UInt(bitPattern: ObjectIdentifier(entry)))
    }

    private func index(of scope: Scope) -> Int? {
        ofOneScope.index(of: scope.storedHash) { $0.scope == scope }
    }

    private func index(of entry: RegistryEntry) -> Int? {
        places.index(of: UInt(bitPattern: ObjectIdentifier(entry)))
    }
}

extension Container {
    /// Records that an instance is going to be kept for a registration, before it is built.
    ///
    /// The note stays as long as the registration is filed. An override, which several containers file, is noted by
    /// each of them when they file it. Instances of the `container` scope need no note: the container that was asked
    /// lists them.
    ///
    /// - Returns: What the note has replaced, for the caller to release in the frame of the build: a `deinit` may ask
    ///   for the same service, and must not wait for a build of its own thread.
    func noteKeeping(_ entry: RegistryEntry, in table: SlotTable) -> KeepingEntries.Dropped? {
        guard !table.publishesItself, !table.isNoted.load(ordering: .acquiring) else { return nil }
        // A request may have found a registration that was removed since.
        let dropped = state.withLock { entry.isFiled ? $0.keeping.note(entry, under: table.scope) : nil }
        table.isNoted.store(true, ordering: .releasing)
        return dropped
    }
}

extension Container {
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

extension [RegistryEntry] {
    /// - Returns: The index of the registration.
    fileprivate mutating func add(_ entry: RegistryEntry) -> Int {
        append(entry)
        return count - 1
    }

    /// Removes the registration at an index.
    ///
    /// - Returns: The last registration, if it takes the place.
    fileprivate mutating func replaceByLast(at index: Int) -> RegistryEntry? {
        let last = removeLast()
        guard index < count else { return nil }
        self[index] = last
        return last
    }
}
