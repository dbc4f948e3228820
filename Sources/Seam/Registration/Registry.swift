internal import Synchronization

/// The registry of a container, except for the table that readers probe.
///
/// The registry is an object, so that the copies of a container can read the container's registrations without keeping
/// the container alive. The locks of registries are taken together in one order only: that of the origin before that of
/// its copy.
final class Registry: Sendable {
    private let state: Lock<Container.State>

    init(_ state: consuming Container.State) { self.state = Lock(state) }

    /// Calls `body` with the state, while no other thread has it.
    func withLock<Result, Thrown: Error>(
        _ body: (inout Container.State) throws(Thrown) -> Result
    ) throws(Thrown) -> Result {
        try state.withLock(body)
    }

    /// Calls `body` with the state, and releases its result under no lock.
    func withLockReleasing<Result>(_ body: (inout Container.State) -> Result) { state.withLockReleasing(body) }
}

/// The registry: the look-up of keys, and the changes to it.
extension Container {
    /// A registration, and the container that it was found in.
    @usableFromInline typealias Found = (entry: RegistryEntry, owner: Container)

    /// The container's own registration of a key, or its own entry of a declared service.
    func ownEntry(signature: Signature, _ name: some RequestName) -> RegistryEntry? {
        // Read before the look-up, which then finds a registration that is taken meanwhile.
        let hasOrigin = hasOrigin
        if let entry = filedEntry(signature: signature, name) { return entry }
        let tag = RegistryEntry.tag(signature: signature, nameHash: name.hash)
        guard hasOrigin, !table.isMarkedAbsent(tag) else { return nil }
        take(tag: tag)
        return filedEntry(signature: signature, name)
    }

    /// The container's own registration that has the key of another one.
    func ownEntry(like entry: RegistryEntry) -> RegistryEntry? {
        if let place = entry.declaration?.place { return ownEntry(signature: entry.signature, place) }
        return ownEntry(signature: entry.signature, entry.name)
    }

    /// The registration of a key, or the entry of a declared service, that is filed in the container's table.
    func filedEntry(signature: Signature, _ name: some RequestName) -> RegistryEntry? {
        let record = ThreadLocal.record
        record.beginReading()
        defer { record.endReading() }
        let tag = RegistryEntry.tag(signature: signature, nameHash: name.hash)
        return table.findEvenIfHidden(tag) { $0.use { $0.answers(signature: signature, name: name) } }?.retained()
    }

    /// Whether the container itself files a registration.
    func hasFiled(_ entry: RegistryEntry) -> Bool {
        let record = ThreadLocal.record
        record.beginReading()
        defer { record.endReading() }
        return hasFiled(Borrowed(entry))
    }

    /// Whether the container itself files a registration; called during a read.
    func hasFiled(_ entry: Borrowed<RegistryEntry>) -> Bool {
        table.findEvenIfHidden(entry.use(\.tag)) { $0.word == entry.word } != nil
    }

    /// The nearest registration of a key, or the nearest entry of a declared service, and its container: the
    /// container's own, else its parent's, and so on.
    ///
    /// Prepares the containers on the way for their first use, and finds what is hidden from lock-free readers.
    func nearestEntry(signature: Signature, _ name: some RequestName) -> Found? {
        var container = Optional(self)
        while let current = container {
            if let entry = current.prepared({ current.ownEntry(signature: signature, name) }) {
                markPassable(entry.tag, below: current)
                return (entry, current)
            }
            container = current.parent
        }
        return nil
    }

    /// Marks a tag as absent in the copies from this container up to the owner of the registration, or in the whole
    /// chain, so that lock-free readers go on to the parents.
    func markPassable(_ tag: TableTag, below owner: Container?) {
        visitChain(upTo: owner) { container in
            if container !== owner, container.hasOrigin { container.markAbsent(tag: tag) }
        }
    }

    /// Marks a tag as absent in the container's table, unless a registration has it.
    ///
    /// - Precondition: All registrations with that tag were taken from the origin.
    func markAbsent(tag: TableTag) {
        guard !table.isMarkedAbsent(tag) else { return }
        state.withLock { _ in table.markAbsent(tag) }
    }

    /// The container's own registrations of a type, contributions included, in the order they were made.
    func ownEntries(of type: any Any.Type) -> [RegistryEntry] {
        let identifier = ObjectIdentifier(type)
        take(allOf: type)
        // Found under the lock, since the order is remembered.
        var plain: RegistryEntry? { filedEntry(signature: Signature(identifier), NoName()) }
        let entries = state.withLock { $0.variants.changeIfAny(identifier) { $0.inOrder(with: plain) } }
        return entries ?? plain.map { [$0] } ?? []
    }

    /// The container's own registrations of a type and name except contributions, in the order they were made.
    func ownEntries(of type: any Any.Type, named name: ServiceName?) -> [RegistryEntry] {
        let identifier = ObjectIdentifier(type)
        take(KeyGroup(type: identifier, name: name))
        var found = state.withLock { $0.variants[identifier]?.named(name) ?? [] }
        if name == nil, let plain = ownEntry(signature: Signature(identifier), NoName()) { found.append(plain) }
        return found.inOrder
    }

    /// The container's own contributions to a type, in no order.
    ///
    /// - Precondition: The group without a name was taken from the origin.
    func contributions(to type: any Any.Type) -> [RegistryEntry] {
        state.withLock { $0.variants[ObjectIdentifier(type)].map { Array($0.contributed) } ?? [] }
    }

    /// All of the container's own registrations, contributions included, in the order they were made.
    var ownEntries: [RegistryEntry] { allEntries().inOrder }

    /// All of the container's own registrations in no order, on demand with the entries of declared services.
    func allEntries(withDeclarations: Bool = false) -> [RegistryEntry] {
        takeAll()
        let entries = state.withLock { filedEntries(in: $0) }
        return withDeclarations ? entries : entries.filter { $0.declaration == nil }
    }

    /// Everything that the container files; called under the lock.
    func filedEntries(in state: State) -> [RegistryEntry] {
        state.variants.elements.flatMap { $0.all }.filter { !$0.isFoundByKey } + tableContents
    }

    /// The contents of the table; called under the lock, or where nobody changes the container any more.
    var tableContents: [RegistryEntry] {
        var found: [RegistryEntry] = []
        table.visit { found.append($0.object) }
        return found
    }
}

// MARK: - Changing

extension Container {
    /// The settings of a new registration under the default scope, which cannot keep by arguments without a hash.
    func defaultSettings(for arguments: any ArgumentList.Type, onMainActor: Bool = false) -> Settings {
        prepareForUse()
        guard hasDefaultScope.load(ordering: .acquiring), arguments.types.allSatisfy({ $0 is any Hashable.Type }) else {
            return onMainActor ? .uniqueOnMainActor : .unique
        }
        return .under(state.withLock { $0.defaultScope }, onMainActor: onMainActor)
    }

    /// The other levels of a copied chain, while its overrides are being registered.
    var otherLevels: [Container] { state.withLock(\.takesOverrides) ? Array(chain.dropFirst()) : [] }

    /// Files a registration under its key, and discards the one that it replaces.
    ///
    /// An override is filed at every level of its chain, a contribution only in the innermost container.
    ///
    /// - Parameter ifAbsent: Whether a registration of the key, which another thread may have made meanwhile, stays.
    /// - Returns: Whether the registration was filed.
    func file(_ entry: RegistryEntry, ifAbsent: Bool = false) -> Bool {
        guard let isOverride = fileHere(entry, ifAbsent: ifAbsent) else { return false }
        if isOverride { for level in chain.dropFirst() { _ = level.fileHere(entry, isOverride: true) } }
        return true
    }

    /// Files a registration in this container alone, and discards the one that it replaces.
    ///
    /// - Returns: Whether it is an override, which the levels above have to file; `nil` if this one has not filed it.
    private func fileHere(_ entry: RegistryEntry, ifAbsent: Bool = false, isOverride: Bool = false) -> Bool? {
        var (isOverride, replaced) = (isOverride, Replaced())
        let isReplacing = entry.isFoundByKey && !ifAbsent
        let isFiled = change(entry.group, replacement: isReplacing ? entry : nil) { state in
            // The entry of a declared service that is not overridden does not count as its registration.
            func isPresent(_ other: RegistryEntry) -> Bool { entry.replaces(other) && !other.isDeclaration }
            if ifAbsent, table.findEvenIfHidden(entry.tag, where: { $0.use(isPresent) }) != nil { return false }
            if entry.isFoundByKey, state.takesOverrides { isOverride = true }
            if isOverride { state.overrides.insert(entry) }
            replaced = file(entry, in: &state)
            return true
        }
        if let entry = replaced.entry { discard([entry]) }
        return isFiled ? isOverride : nil
    }

    /// Changes the registrations of a group under the lock; the copies keep the former registrations.
    ///
    /// - Parameters:
    ///   - group: The group, which is needed only if there are copies or an origin.
    ///   - replacement: A registration that is going to be made, if that is the change.
    func change<Result>(
        _ group: @autoclosure () -> KeyGroup,
        replacement: @autoclosure () -> RegistryEntry? = nil,
        _ body: (inout State) -> Result
    ) -> Result {
        let result = state.withLock { $0.sharing.isShared ? nil : body(&$0) }
        return result ?? changeShared(group(), replacement: replacement(), body)
    }

    /// The parts that a filed registration has replaced, for the caller to release under no lock.
    struct Replaced {
        var entry: RegistryEntry?
        var settings: Settings?
    }

    /// Files a registration; called under the lock.
    func file(_ entry: RegistryEntry, in state: inout State) -> Replaced {
        entry.noteFiling()
        let settings = markDecorated(entry, in: &state)
        guard entry.isFoundByKey else {
            state.variants.change(ObjectIdentifier(entry.type)) { $0.add(entry) }
            return Replaced(settings: settings)
        }
        let replaced = table.insert(entry, tag: entry.tag) { $0.use(entry.replaces) }
        if let replaced {
            state.forget(replaced)
            entry.noteReplacing(at: replaced.site)
        }
        state.recordVariant(entry, replacing: replaced)
        // Whichever level has its instance built, all of them reset it.
        if state.overrides.contains(entry) { state.keeping.note(entry, under: nil) }
        return Replaced(entry: replaced, settings: settings)
    }

    /// Unlinks the registrations of a type and name, except contributions.
    ///
    /// - Returns: Whether there was such a registration.
    func unlink(_ type: any Any.Type, named name: ServiceName?) -> Bool {
        let identifier = ObjectIdentifier(type)
        // Found and removed under one lock. No registration is released under it: the table or the result holds each.
        let removed = change(KeyGroup(type: identifier, name: name)) { state in
            var candidates = state.variants.changeIfAny(identifier) { $0.removeAll(named: name) } ?? []
            if name == nil, let plain = filedEntry(signature: Signature(identifier), NoName()) {
                candidates.append(plain)
                state.variants.changeIfAny(identifier) { $0.forgetOrder() }
            }
            let removed = candidates.compactMap { candidate in table.remove(tag: candidate.tag) { $0.is(candidate) } }
            for entry in removed { state.forget(entry) }
            return removed
        }
        discard(removed)
        return !removed.isEmpty
    }

    /// Releases registrations that were unlinked, and their kept instances.
    ///
    /// - Parameter reason: The reason to report for the instances, if it is one that is reported.
    func discard(_ entries: [RegistryEntry], as reason: InstanceDrop.Reason? = nil) {
        var dropped = DroppedInstances()
        for entry in entries {
            let own = entry.dropAllInstances()
            if let reason { reportDropped(own, of: entry, reason) }
            dropped.append(own)
        }
        dropped.release()
        Reclamation.reclaim(entries)
    }
}

extension Container.State {
    /// Notes that the container files a registration no more, which the caller discards.
    mutating func forget(_ entry: RegistryEntry) {
        entry.noteUnfiling()
        keeping.remove(entry)
    }

    /// Records an entry that is not found by its type alone.
    mutating func recordVariant(_ entry: RegistryEntry, replacing replaced: RegistryEntry?) {
        let identifier = ObjectIdentifier(entry.type)
        guard entry.declaration == nil else {
            return variants.change(identifier) { $0.addDeclared(entry, replacing: replaced) }
        }
        if entry.signature == Signature(identifier), entry.name == nil {
            variants.changeIfAny(identifier) { $0.forgetOrder() }
        } else {
            variants.change(identifier) { $0.add(entry, replacing: replaced) }
        }
    }
}
