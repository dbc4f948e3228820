/// The instances of the `container` scope in one container, which was asked for them.
final class ContainerInstances: Sendable {
    private struct Content {
        var tables: [ObjectIdentifier: Entry] = [:]
        var purgeAt = 16
    }

    /// The slots of one registration.
    struct Entry {
        let registration: RegistryEntry
        let cache: InstanceCache
        let table: SlotTable
    }

    private let content = DeferredLock<Content>()

    /// The slots of one registration under its present cache; made on first use.
    ///
    /// - Complexity: O(1), amortized; caches that are retired are forgotten whenever their number has doubled.
    func table(for cache: InstanceCache, of registration: RegistryEntry) -> SlotTable {
        if let table = content.withLock(initial: Content(), { $0.tables[ObjectIdentifier(cache)]?.table }) {
            return table
        }
        let fresh = cache.makeTable()
        let (table, old) = content.withLock(initial: Content()) { content in
            let old = content.tables
            if let known = content.tables[ObjectIdentifier(cache)] { return (known.table, old) }
            if content.tables.count >= content.purgeAt {
                content.tables = content.tables.filter { !$0.value.cache.isRetired }
                content.purgeAt = max(16, content.tables.count * 2)
            }
            content.tables[ObjectIdentifier(cache)] = Entry(registration: registration, cache: cache, table: fresh)
            return (fresh, old)
        }
        // What was forgotten is released here, under no lock.
        withExtendedLifetime(old) {}
        return table
    }

    /// The slots under a scope, or all.
    func entries(of scope: Scope? = nil) -> [Entry] {
        let entries = content.withLockIfMade { $0.tables.values.map(\.self) } ?? []
        return entries.filter { scope == nil || $0.cache.scope == scope }
    }
}
