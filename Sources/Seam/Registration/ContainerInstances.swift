internal import Synchronization

/// The instances of the `container` scope in one container.
final class ContainerInstances: Sendable {
    /// The slots of one registration under its present cache.
    final class Entry: Sendable {
        private let weakRegistration: Weak<RegistryEntry>
        let cache: InstanceCache
        let table: SlotTable
        /// The address of the registration, which the entry is found by.
        fileprivate let tag: TableTag

        fileprivate init(of registration: RegistryEntry, under cache: InstanceCache, at tag: TableTag) {
            weakRegistration = Weak(registration)
            (self.cache, self.tag) = (cache, tag)
            table = cache.makeTable()
        }

        /// The registration; `nil` if it is gone.
        ///
        /// If it was replaced or unregistered, a handle may still hold it: its cache is retired then.
        var registration: RegistryEntry? { weakRegistration.object }
    }

    private struct Content {
        /// The number of entries.
        var count = 0
        var purgeLimit = PurgeLimit()
        var isClosed = false
    }

    private let content = Lock(Content())
    /// The entries by the addresses of their registrations; written under the lock, and read without it.
    private let index = ConcurrentTable<Entry>()

    /// The word of a ready instance of a registration; `nil` if there is none.
    ///
    /// Called during a read. The entry of an earlier registration at the same address has no ready instance.
    func readyWord(of registration: Borrowed<RegistryEntry>) -> InstanceWord? {
        let entry = index.find(TableTag(of: registration)) { _ in true }
        let word = entry?.use { $0.table.ready.load(ordering: .sequentiallyConsistent) }
        return word == InstanceWord.none ? nil : word
    }

    /// The slots of one registration under its present cache; made on first use.
    ///
    /// - Complexity: O(1), amortized; retired caches are purged whenever the number has doubled.
    func table(for cache: InstanceCache, of registration: RegistryEntry) -> SlotTable {
        let tag = TableTag(of: Borrowed(registration))
        if let filed = content.withLock({ _ in filedEntry(of: cache, at: tag) }) { return filed.table }
        let fresh = Entry(of: registration, under: cache, at: tag)
        let (entry, forgotten, isOutOfUse) = content.withLock { content -> (Entry, [Entry], Bool) in
            // An entry that is there already is not closed here: the shutdown drops its instances.
            if let filed = filedEntry(of: cache, at: tag) { return (filed, [], false) }
            // The request may bring a cache that was retired since: it must not displace the entry of the present one.
            // Nor must it build in a table of its own, which the cache may still be about to retire.
            guard !cache.isRetired else { return (fresh, [], true) }
            var forgotten = purge(&content)
            content.count += 1
            if let former = index.insert(fresh, tag: tag, replacing: { _ in true }) {
                content.count -= 1
                forgotten.append(former)
            }
            return (fresh, forgotten, content.isClosed)
        }
        // No frame holds an entry: the last users are the reads under way. The entries are released behind them.
        if !forgotten.isEmpty { Reclamation.waitForReaders() }
        withExtendedLifetime(forgotten) {}
        if isOutOfUse { entry.table.drop(isRetiring: true).release() }
        return entry.table
    }

    /// The entry of a cache; called under the lock.
    private func filedEntry(of cache: InstanceCache, at tag: TableTag) -> Entry? {
        index.find(tag) { $0.use { $0.cache === cache } }?.object
    }

    /// Forgets the entries of retired caches whenever their number has doubled; called under the lock.
    ///
    /// - Returns: The entries for the caller to release under no lock.
    private func purge(_ content: inout Content) -> [Entry] {
        guard content.purgeLimit.isReached(by: content.count) else { return [] }
        let forgotten = filed.filter(\.cache.isRetired)
        for entry in forgotten { _ = index.remove(tag: entry.tag) { $0.is(entry) } }
        content.count -= forgotten.count
        content.purgeLimit.notePurge(leaving: content.count)
        return forgotten
    }

    /// All entries; called under the lock.
    private var filed: [Entry] {
        var filed: [Entry] = []
        index.visit { filed.append($0.object) }
        return filed
    }

    /// Closes the tables: nothing is kept in them from now on.
    ///
    /// - Returns: The entries up to now.
    func close() -> [Entry] {
        content.withLock { content in
            content.isClosed = true
            return filed
        }
    }

    /// All entries; none, if those of another scope are asked for.
    func entries(of scope: Scope? = nil) -> [Entry] {
        guard scope == nil || scope == .container else { return [] }
        return content.withLock { _ in filed }
    }
}

extension Container {
    /// The registrations that this container keeps instances of in the `container` scope, and that satisfy a condition.
    func containerScopeEntries(where condition: (ContainerInstances.Entry) -> Bool) -> [ContainerInstances.Entry] {
        containerInstancesIfMade?.entries().filter(condition) ?? []
    }
}
