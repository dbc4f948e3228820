internal import Synchronization

/// The instances of the `container` scope in one container.
final class ContainerInstances: Sendable {
    private struct Content {
        var tables: [ObjectIdentifier: Entry] = [:]
        var purgeAt = 16
        var isClosed = false
    }

    /// The slots of one registration under its present cache.
    struct Entry {
        /// The registration; `nil` if it was replaced or unregistered, whose cache is retired then.
        weak let registration: RegistryEntry?
        let cache: InstanceCache
        let table: SlotTable
        /// The address of the registration, which the table is found by.
        fileprivate let tag: TableTag
    }

    private let content = Lock(Content())
    /// The tables by the addresses of their registrations; written under the lock, and read without it.
    private let index = ConcurrentTable<SlotTable>()

    /// The word of a ready instance of a registration; `nil` if there is none.
    ///
    /// Called during a read. A table that belongs to an earlier registration at the same address has no ready instance.
    func readyWord(of registration: Borrowed<RegistryEntry>) -> InstanceWord? {
        let table = index.find(TableTag(of: registration)) { _ in true }
        let word = table?.use { $0.ready.load(ordering: .sequentiallyConsistent) }
        return word == InstanceWord.none ? nil : word
    }

    /// The slots of one registration under its present cache; made on first use.
    ///
    /// - Complexity: O(1), amortized; retired caches are purged whenever the number has doubled.
    func table(for cache: InstanceCache, of registration: RegistryEntry) -> SlotTable {
        if let table = content.withLock({ $0.tables[ObjectIdentifier(cache)]?.table }) { return table }
        let fresh = cache.makeTable()
        let tag = TableTag(of: Borrowed(registration))
        typealias Outcome = (table: SlotTable, forgotten: [any AnyObject & Sendable], isClosed: Bool)
        let (table, forgotten, isClosed) = content.withLock { content -> Outcome in
            // The instances of a table that is there already belong to the shutdown that closes it.
            if let known = content.tables[ObjectIdentifier(cache)] { return (known.table, [], false) }
            var forgotten = purge(&content)
            content.tables[ObjectIdentifier(cache)] = Entry(
                registration: registration,
                cache: cache,
                table: fresh,
                tag: tag
            )
            // The request may bring a cache that was replaced since: the index keeps the table of the present one.
            guard !cache.isRetired else { return (fresh, forgotten, content.isClosed) }
            if let former = index.insert(fresh, tag: tag, replacing: { _ in true }) { forgotten.append(former) }
            return (fresh, forgotten, content.isClosed)
        }
        // No frame holds a table: the last users are the reads under way. The tables are released behind them.
        if !forgotten.isEmpty { Reclamation.waitForReaders() }
        withExtendedLifetime(forgotten) {}
        if isClosed { table.drop(isRetiring: true).release() }
        return table
    }

    /// Forgets the tables of retired caches whenever the number has doubled; called under the lock.
    ///
    /// - Returns: The tables and caches for the caller to release under no lock.
    private func purge(_ content: inout Content) -> [any AnyObject & Sendable] {
        guard content.tables.count >= content.purgeAt else { return [] }
        var forgotten: [any AnyObject & Sendable] = []
        for entry in content.tables.values where entry.cache.isRetired {
            forgotten += [entry.table, entry.cache]
            content.tables[ObjectIdentifier(entry.cache)] = nil
            if let table = index.remove(tag: entry.tag, where: { $0.is(entry.table) }) { forgotten.append(table) }
        }
        content.purgeAt = max(16, content.tables.count * 2)
        return forgotten
    }

    /// Closes the table: nothing is kept from now on.
    ///
    /// - Returns: The slots up to now.
    func close() -> [Entry] {
        content.withLock { content in
            content.isClosed = true
            return content.tables.values.unshared()
        }
    }

    /// All slots; none, if those of another scope are asked for.
    func entries(of scope: Scope? = nil) -> [Entry] {
        guard scope == nil || scope == .container else { return [] }
        return content.withLock { $0.tables.values.unshared() }
    }
}
