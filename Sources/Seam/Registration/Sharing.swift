/// The keys of one type and name: they differ in their arguments.
///
/// Registrations are shared, decorated and unregistered by such groups. Contributions and declared services belong to
/// the group without a name.
struct KeyGroup: Hashable, Sendable {
    let type: ObjectIdentifier
    let name: ServiceName?

    /// Hashes the group by one word.
    func hash(into hasher: inout Hasher) {
        hasher.combine(UInt(bitPattern: type) ^ (name?.hash ?? 0))
    }
}

extension RegistryEntry {
    var group: KeyGroup { KeyGroup(type: ObjectIdentifier(type), name: name) }
}

/// The registrations that a container shares with the container that it was copied from, and with its own copies.
///
/// A copy begins empty. For the copy, each group is in one of four states:
///
/// - *In the origin*: since the copy was made, the origin has not changed the group, and the copy has not used it. So
///   the origin answers for the copy.
/// - *Filed*: the copy was asked for a registration of the group, or was about to change one. It has *taken* the group:
///   the registrations are copied into its own table, and the origin is not asked again.
/// - *Received*: the origin was about to change the group, and has first *passed* the former registrations to the copy.
///   The copy files them as soon as it is asked for one.
/// - *New*: the origin got the group after the copy was made. The copy does not see it.
///
/// A named group that neither of the two has is *in the origin*, or *new*, so that no memory is needed for it.
///
/// For example, a test copies `Container.main`. Its first request for a `Cart` takes the group of `Cart`. If another
/// thread then replaces `Payments` in `main`, the copy receives the former `Payments`. A `Log` that `main` gets now is
/// new, and a request for it in the test fails.
struct Sharing: Sendable {
    /// The registry that answers for the groups that are not here; `nil` if all are.
    var origin: Origin?
    /// The number of origins one above the other.
    var depth = 0
    /// The first group that was taken from the origin, and that the container files now.
    ///
    /// Most overrides take one group. It has a property of its own, since a set would be one more allocation.
    private var firstTaken: KeyGroup?
    /// The other groups that were taken, and that the container files now.
    private var taken: Set<KeyGroup> = []
    /// The types of which all groups were taken.
    private var takenTypes: Set<ObjectIdentifier> = []
    /// The groups that are not filed, as they were before the origin changed them.
    private(set) var received: [KeyGroup: [RegistryEntry]] = [:]
    /// The groups of received registrations, by the tags of these.
    private var receivedTags: [TableTag: [KeyGroup]] = [:]
    /// The registries of the copies.
    private var copies = WeakList<Registry>()
    /// The number of copies that were ever made.
    private var copyCount = 0
    /// The number of copies that there were when a group became new: these copies are not shown it.
    private(set) var additions: [KeyGroup: Int] = [:]
    /// The number of additions at which the container looks whether a copy is alive.
    private var additionLimit = PurgeLimit()
    /// The address of the container, which is not held: 0 until the first copy is made, and again from the end of the
    /// container.
    private var ownerAddress: UInt = 0
    /// Whether the container is gone; if so, its copies have its registrations.
    private(set) var isGone = false

    /// The registry that a copy was made of, as the copy may see it.
    struct Origin: Sendable {
        let registry: Registry
        /// The place of the copy among all copies of that registry, counted from 1.
        let place: Int
    }
}

extension Sharing {
    var hasCopies: Bool { !copies.isEmpty }

    /// Whether there is an origin, or a copy that may be alive.
    var isShared: Bool { origin != nil || hasCopies }

    /// Whether the container itself files the registrations of a group, or has none.
    func hasFiled(_ group: KeyGroup) -> Bool {
        guard origin != nil else { return true }
        // Unwrapped first: to compare optional groups takes as long as making three objects.
        if let firstTaken, firstTaken == group { return true }
        return taken.contains(group) || takenTypes.contains(group.type)
    }

    /// Whether the container itself files all registrations of a type.
    func hasFiled(allOf type: ObjectIdentifier) -> Bool { origin == nil || takenTypes.contains(type) }

    /// Whether the origin need not be asked for a group.
    ///
    /// The group is filed here, or was received before the origin changed it.
    func has(_ group: KeyGroup) -> Bool { hasFiled(group) || received[group] != nil }

    /// Notes that a group is filed from now on.
    ///
    /// - Returns: The group as it was received from the origin, if it was.
    mutating func take(_ group: KeyGroup) -> [RegistryEntry]? {
        noteTaking(group)
        return received.isEmpty ? nil : received.removeValue(forKey: group)
    }

    /// Notes that the container files a group, or that its copies have it if the container is gone.
    mutating func noteTaking(_ group: KeyGroup) {
        if firstTaken == nil { firstTaken = group } else { taken.insert(group) }
    }

    /// Whether a group was taken by itself, and not with all of its type.
    func hasTaken(_ group: KeyGroup) -> Bool { firstTaken == group || taken.contains(group) }

    /// Forgets that a group was taken: neither the container nor its origin has a registration of it.
    mutating func forgetTaking(_ group: KeyGroup) {
        if firstTaken == group { firstTaken = nil } else { taken.remove(group) }
    }

    /// Notes that all groups of a type are filed.
    mutating func noteTaking(allOf type: ObjectIdentifier) { takenTypes.insert(type) }

    /// Notes that everything is filed.
    mutating func forgetOrigin() {
        (origin, depth, firstTaken, taken, takenTypes) = (nil, 0, nil, [], [])
        (received, receivedTags) = ([:], [:])
    }

    /// Keeps only the link from the copies to the origin, because the container is gone and has passed its groups on.
    mutating func reduceToLink() {
        taken.formUnion(received.keys)
        (received, receivedTags, ownerAddress, isGone) = ([:], [:], 0, true)
    }

    /// Keeps registrations that the container does not file.
    mutating func receive(_ entries: [RegistryEntry], as group: KeyGroup) {
        received[group] = entries
        for entry in entries where entry.isFoundByKey { receivedTags[entry.tag, default: []].append(group) }
    }

    /// The groups of received registrations with a tag; groups that were taken since may be among them.
    func receivedGroups(withTag tag: TableTag) -> [KeyGroup] { receivedTags[tag] ?? [] }

    var nextPlace: Int { copyCount + 1 }

    /// Adds a copy of the container.
    ///
    /// - Returns: References for the caller to release under no lock.
    mutating func add(_ copy: Registry, of owner: Container) -> [Registry] {
        ownerAddress = Borrowed(owner).word
        copyCount += 1
        return copies.add(copy)
    }

    /// Records whether a change has made a group new, or has emptied it.
    ///
    /// - Returns: References for the caller to release under no lock.
    mutating func noteChange(of group: KeyGroup, wasAbsent: Bool, isAbsent: Bool) -> [Registry] {
        guard wasAbsent != isAbsent else { return [] }
        additions[group] = wasAbsent ? copyCount : nil
        return additionLimit.isReached(by: additions.count) ? livingCopies() : []
    }

    /// Forgets which groups are new: all are about to be removed, or no copy is alive.
    mutating func forgetAdditions() { additions = [:] }

    /// Whether a copy that was made after a group, and so may see it, may be alive.
    func mayBeSeenByCopies(_ group: KeyGroup) -> Bool { hasCopies && !isNew(group, forCopyAt: copyCount) }

    /// Whether a group is newer than the copy at that place.
    func isNew(_ group: KeyGroup, forCopyAt place: Int) -> Bool { additions[group].map { place <= $0 } ?? false }

    /// The container, for a copy that has the lock of its registry; `nil` if it was never copied, or is gone.
    ///
    /// Valid under that lock: a container that ends clears the address under it, before its table goes away.
    var owner: Borrowed<Container>? { Borrowed(ownerAddress) }

    /// The copies that are alive, for the caller to release under no lock.
    mutating func livingCopies() -> [Registry] {
        let living = copies.purge()
        if living.isEmpty { forgetAdditions() }
        additionLimit.notePurge(leaving: additions.count)
        return living
    }
}

// MARK: - Overrides

/// The registrations that `withOverrides` has made in a container with a parent.
///
/// Such a registration is filed at every level of the chain, and its instance is one. A copy of the chain files one
/// copy of it at every level too.
struct SharedOverrides: Sendable {
    /// The innermost container of the chain, for the levels above: from there up, the first that files a registration
    /// keeps its instances, whichever level is asked.
    var home: WeakHolder<Container>?
    /// The groups of the registrations, by the places of these in the order of all; a copy has that of its original.
    private var places: [Int: KeyGroup] = [:]

    var isEmpty: Bool { places.isEmpty }

    var groups: Set<KeyGroup> { Set(places.values) }

    func contains(_ entry: RegistryEntry) -> Bool { places[entry.order] != nil }

    mutating func insert(_ entry: RegistryEntry) { places[entry.order] = entry.group }
}
