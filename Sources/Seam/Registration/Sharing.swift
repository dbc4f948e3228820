internal import Synchronization

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

/// The reasons for which a lock-free reader that finds nothing in a container may not go on to the parent.
enum Detour {
    /// The container has decorators.
    static let decorators: UInt8 = 1
    /// The container is a copy, and its origin may have the registration.
    static let origin: UInt8 = 2
}

/// The registrations that a container shares with the container that it was copied from, and with its own copies.
///
/// A copy begins empty. It takes a group of registrations from its origin when it is asked for one of them, or when it
/// is about to change one. An origin that is about to change a group first passes the group to its copies. Therefore a
/// group that a copy has neither taken nor received is still as it was when the copy was made.
struct Sharing: Sendable {
    /// The registry that answers for the groups that are not here; `nil` if all are.
    var origin: Registry?
    /// The number of origins one above the other.
    var depth = 0
    /// The groups that were taken from the origin, and that the container files now.
    ///
    /// Most overrides take one group, which stands by itself: a set would be one more allocation.
    private var firstTaken: KeyGroup?
    private var taken: Set<KeyGroup> = []
    /// The types of which all groups were taken.
    private var takenTypes: Set<ObjectIdentifier> = []
    /// The groups that are not filed, as they were before the origin changed them.
    private(set) var received: [KeyGroup: [RegistryEntry]] = [:]
    /// The groups of received registrations, by the tags of these.
    private var receivedTags: [UInt: [KeyGroup]] = [:]
    private var copies: [WeakRegistry] = []
    private var purgeAt = 16
    /// The contents of the container's table.
    var table: ConcurrentTable<RegistryEntry>.Contents?
    /// Whether the container is gone; its copies have its registrations then.
    private(set) var isGone = false

    /// A weak reference to the registry of a copy.
    private struct WeakRegistry: Sendable {
        weak let registry: Registry?
    }
}

extension Sharing {
    var hasCopies: Bool { !copies.isEmpty }

    /// Whether the container itself files the registrations of a group, or has none.
    func files(_ group: KeyGroup) -> Bool {
        origin == nil || firstTaken == group || taken.contains(group) || takenTypes.contains(group.type)
    }

    /// Whether the container itself files all registrations of a type.
    func files(allOf type: ObjectIdentifier) -> Bool { origin == nil || takenTypes.contains(type) }

    /// Whether the origin is not asked for a group any more.
    func has(_ group: KeyGroup) -> Bool { files(group) || received[group] != nil }

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
        (received, receivedTags, table, isGone) = ([:], [:], nil, true)
    }

    /// Keeps registrations that the container does not file.
    mutating func receive(_ entries: [RegistryEntry], as group: KeyGroup) {
        received[group] = entries
        for entry in entries where entry.kind != .contribution { receivedTags[entry.tag, default: []].append(group) }
    }

    /// The groups of received registrations with a tag; those that were taken since may be among them.
    func receivedGroups(withTag tag: UInt) -> [KeyGroup] { receivedTags[tag] ?? [] }

    /// Adds a copy, and purges those that are gone whenever the number has doubled.
    ///
    /// - Returns: References for the caller to release under no lock.
    /// - Complexity: O(1), amortized.
    mutating func add(_ copy: Registry) -> [Registry] {
        defer { copies.append(WeakRegistry(registry: copy)) }
        guard copies.count >= purgeAt else { return [] }
        let living = livingCopies()
        purgeAt = max(16, living.count * 2)
        return living
    }

    /// The copies that are alive, for the caller to release under no lock; purges the others.
    mutating func livingCopies() -> [Registry] {
        let living = copies.compactMap(\.registry)
        if living.count < copies.count { copies = living.map { WeakRegistry(registry: $0) } }
        return living
    }
}

// MARK: - The registry

/// The registry of a container, except for the table that readers probe.
///
/// It is an object, so that the copies of a container can read the container's registrations without keeping the
/// container alive. The locks of registries are taken together in one order only: that of the origin before that of its copy.
final class Registry: Sendable {
    private let state: Lock<Container.State>

    init(_ state: consuming Container.State) { self.state = Lock(state) }

    /// Calls `body` with the state, while no other thread has it.
    func withLock<Result, Failure: Error>(
        _ body: (inout Container.State) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try state.withLock(body)
    }
}

/// The questions of a copy to its origin.
///
/// A registry that does not have a group asks its own origin, under no lock, and then looks again: if the origin has
/// changed the group meanwhile, it has passed the former one before.
extension Registry {
    /// Copies of the registrations of a group, which no container files.
    ///
    /// - Parameter replacement: A registration that is about to be made; one with its key is left out.
    func copies(of group: KeyGroup, except replacement: RegistryEntry?) -> [RegistryEntry] {
        let (own, origin) = withLock { ($0.copies(of: group, except: replacement), $0.sharing.origin) }
        if let own { return own }
        let inherited = origin?.copies(of: group, except: replacement) ?? []
        return withLock { $0.copies(of: group, except: replacement) } ?? inherited
    }

    /// The groups of the registrations with a tag.
    func groups(withTag tag: UInt) -> Set<KeyGroup> {
        let inherited = withLock { $0.sharing.origin }?.groups(withTag: tag) ?? []
        return inherited.union(withLock { $0.groups(withTag: tag) })
    }

    /// The groups of a type, at most so many of each registry.
    func groups(of type: ObjectIdentifier, atMost limit: Int) -> Set<KeyGroup> {
        let inherited = withLock { $0.sharing.origin }?.groups(of: type, atMost: limit) ?? []
        return inherited.union(withLock { $0.groups(of: type).prefix(limit) })
    }

    /// The groups of all registrations, at most so many of each registry.
    func groups(atMost limit: Int) -> Set<KeyGroup> {
        let inherited = withLock { $0.sharing.origin }?.groups(atMost: limit) ?? []
        return inherited.union(withLock { $0.groups(atMost: limit) })
    }

    /// Passes everything to the copies and releases the rest, because the container is going away.
    func outlive() {
        let gone = withLock { state in
            let looked = state.passAllToCopies()
            var rest = Container.State(defaultScope: .unique)
            rest.sharing = state.sharing
            rest.sharing.reduceToLink()
            swap(&state, &rest)
            return (rest, looked)
        }
        withExtendedLifetime(gone) {}
    }
}

extension Container.State {
    /// Copies of the registrations of a group; `nil` if the origin has to be asked.
    fileprivate func copies(of group: KeyGroup, except replacement: RegistryEntry?) -> [RegistryEntry]? {
        guard sharing.has(group) else { return nil }
        var copies: [RegistryEntry] = []
        visit(group) { entry in
            if !entry.isReplaced(by: replacement) { copies.append(entry.copy()) }
        }
        return copies
    }

    /// Calls `body` with the registrations of a group that is here.
    private func visit(_ group: KeyGroup, _ body: (RegistryEntry) -> Void) {
        guard sharing.files(group) else {
            for entry in sharing.received[group] ?? [] { body(entry) }
            return
        }
        for entry in variants[group.type]?.named(group.name) ?? [] { body(entry) }
        guard group.name == nil else { return }
        let signature = UInt(bitPattern: group.type)
        sharing.table?
            .visit(tag: RegistryEntry.tag(signature: signature, nameHash: 0)) { entry in
                if entry.use({ $0.answers(signature: signature, name: NoName()) }) { entry.use(body) }
            }
        // A copy makes the entries of declared services anew; only their overrides are copied.
        for entry in declared[group.type] ?? [] where entry.kind != .declaration { body(entry) }
    }

    fileprivate func groups(withTag tag: UInt) -> [KeyGroup] {
        var groups = sharing.receivedGroups(withTag: tag)
        sharing.table?.visit(tag: tag) { entry in groups.append(entry.use { $0.group }) }
        return groups
    }

    fileprivate func groups(of type: ObjectIdentifier) -> [KeyGroup] {
        let received = sharing.received.keys.filter { $0.type == type }
        let named = variants[type].map { $0.names.map { KeyGroup(type: type, name: $0) } } ?? []
        return [KeyGroup(type: type, name: nil)] + named + received
    }

    fileprivate func groups(atMost limit: Int) -> Set<KeyGroup> {
        var groups = Set(sharing.received.keys.prefix(limit))
        sharing.table?
            .visit { entry in
                if groups.count < limit { groups.insert(entry.use { $0.group }) }
            }
        // Contributions are not in the table.
        for type in variants.keys where groups.count < limit { groups.insert(KeyGroup(type: type, name: nil)) }
        return groups
    }

    /// Passes a group that is about to change to the copies that do not have it.
    ///
    /// - Returns: References for the caller to release under no lock.
    mutating func passToCopies(_ group: KeyGroup) -> [Registry] {
        guard sharing.hasCopies, sharing.has(group) else { return [] }
        let living = sharing.livingCopies()
        var entries: [RegistryEntry]?
        return living.passing { copy in
            copy.receive(group) {
                let passed = entries ?? copies(of: group, except: nil) ?? []
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

    /// Passes everything to the copies.
    ///
    /// - Returns: References for the caller to release under no lock.
    mutating func passAllToCopies() -> [Registry] {
        let living = sharing.livingCopies()
        guard !living.isEmpty else { return [] }
        return living + groups(atMost: .max).flatMap { passToCopies($0) }
    }
}

extension [Registry] {
    /// Calls `body` with the state of each.
    ///
    /// - Returns: These and those that `body` has returned, for the caller to release under no lock.
    fileprivate func passing(_ body: (inout Container.State) -> [Registry]) -> [Registry] {
        self + flatMap { $0.withLock(body) }
    }
}

extension RegistryEntry {
    fileprivate func isReplaced(by replacement: RegistryEntry?) -> Bool {
        guard let replacement, kind != .contribution else { return false }
        return replacement.replaces(self)
    }
}

// MARK: - Taking and changing

extension Container {
    /// The number of origins one above the other from which on a copy takes everything before it is copied itself.
    private static var greatestDepth: Int { 16 }

    /// Whether the container is a copy that may not have all its registrations.
    var hasOrigin: Bool { detours.load(ordering: .acquiring) & Detour.origin != 0 }

    /// Makes this container, which is new and empty, a copy of another one.
    func share(with other: Container) {
        if other.state.withLock({ $0.sharing.depth >= Self.greatestDepth }) { other.takeAll() }
        other.isCopied.store(true, ordering: .releasing)
        let looked = other.state.withLock { source in
            source.sharing.table = other.table.contents
            state.withLock { copy in
                copy.decorations = source.decorations
                copy.modules = source.modules
                copy.sharing.origin = other.state
                copy.sharing.depth = source.sharing.depth + 1
            }
            detours.store(Detour.origin | (source.decorations.isEmpty ? 0 : Detour.decorators), ordering: .releasing)
            return source.sharing.add(state)
        }
        withExtendedLifetime(looked) {}
    }

    /// Changes the registrations of a group under the lock; the copies keep those that were there before.
    ///
    /// - Parameter replacement: A registration that is going to be made, if that is the change.
    func change<Result>(
        _ group: KeyGroup,
        replacement: RegistryEntry? = nil,
        _ body: (inout State) -> Result
    ) -> Result {
        withFiled(group, except: replacement) { state in
            let looked = state.passToCopies(group)
            return (body(&state), looked)
        }
        .0
    }

    /// Calls `body` under the lock, after a group was taken from the origin.
    ///
    /// - Parameter replacement: A registration that `body` makes. The one with its key need not be taken, unless this
    ///   container has copies.
    private func withFiled<Result>(
        _ group: KeyGroup,
        except replacement: RegistryEntry?,
        _ body: (inout State) -> Result
    ) -> Result {
        var found: [RegistryEntry]?
        var isWhole = false
        while true {
            let (result, origin, released) = state.withLock { state -> (Result?, Registry?, [RegistryEntry]?) in
                var received: [RegistryEntry]?
                if !state.sharing.files(group) {
                    let needsAll = replacement == nil || state.sharing.hasCopies
                    guard state.sharing.has(group) || found != nil && (isWhole || !needsAll) else {
                        isWhole = needsAll
                        return (nil, state.sharing.origin, nil)
                    }
                    received = state.sharing.take(group)
                    for entry in received?.map({ $0.copy() }) ?? found ?? [] { _ = file(entry, in: &state) }
                }
                let result = body(&state)
                state.sharing.table = table.contents
                return (result, nil, received)
            }
            withExtendedLifetime((found, released)) {}
            if let result { return result }
            found = origin?.copies(of: group, except: isWhole ? nil : replacement) ?? []
        }
    }

    /// Takes a group from the origin, if it was not taken before.
    func take(_ group: KeyGroup) {
        guard hasOrigin else { return }
        withFiled(group, except: nil) { _ in }
    }

    /// Takes the groups of the registrations with a tag.
    func take(tag: UInt) {
        for group in state.groups(withTag: tag) { take(group) }
    }

    /// Takes the groups of a type, or at most so many of them.
    func take(allOf type: any Any.Type, atMost limit: Int = .max) {
        let type = ObjectIdentifier(type)
        guard hasOrigin, !state.withLock({ $0.sharing.files(allOf: type) }) else { return }
        for group in state.groups(of: type, atMost: limit) { take(group) }
        if limit == .max { state.withLock { $0.sharing.noteTaking(allOf: type) } }
    }

    /// Takes some groups.
    func take(atMost limit: Int) {
        guard hasOrigin else { return }
        for group in state.groups(atMost: limit) { take(group) }
    }

    /// Takes all groups, after which the container needs no origin.
    func takeAll() {
        guard hasOrigin else { return }
        take(atMost: .max)
        let former = state.withLock { state in
            let former = state.sharing
            state.sharing.forgetOrigin()
            return former
        }
        // A reader that has found nothing here before the last group was filed must not go on to the parent.
        Reclamation.waitForReaders()
        detours.bitwiseAnd(~Detour.origin, ordering: .releasing)
        withExtendedLifetime(former) {}
    }

    /// Passes a group to the copies of this container and of those above before a registration gets other settings.
    ///
    /// An override is filed at every level of its chain.
    func passToCopies(_ group: KeyGroup) {
        var container = Optional(self)
        while let current = container {
            if current.isCopied.load(ordering: .acquiring) {
                let looked = current.state.withLock { $0.passToCopies(group) }
                withExtendedLifetime(looked) {}
            }
            container = current.parent
        }
    }
}
