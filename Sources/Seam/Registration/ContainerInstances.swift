internal import Synchronization

/// The instances of the `container` scope in one container, which was asked for them.
final class ContainerInstances: Sendable {
    private struct Content {
        var tables: [ObjectIdentifier: Entry] = [:]
        var purgeAt = 16
        var isClosed = false
    }

    /// The slots of one registration.
    struct Entry {
        /// Gone once it is filed nowhere: then its cache is retired.
        weak let registration: RegistryEntry?
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
        let (table, forgotten, isClosed) = content.withLock(initial: Content()) { content in
            if let known = content.tables[ObjectIdentifier(cache)] { return (known.table, [Entry](), content.isClosed) }
            var forgotten: [Entry] = []
            if content.tables.count >= content.purgeAt {
                forgotten = content.tables.values.filter(\.cache.isRetired)
                for entry in forgotten { content.tables[ObjectIdentifier(entry.cache)] = nil }
                content.purgeAt = max(16, content.tables.count * 2)
            }
            content.tables[ObjectIdentifier(cache)] = Entry(registration: registration, cache: cache, table: fresh)
            return (fresh, forgotten, content.isClosed)
        }
        withExtendedLifetime(forgotten) {}
        if isClosed { _ = table.drop(published: Atomic(0), isRetiring: true) }
        return table
    }

    /// Keeps nothing from now on.
    ///
    /// - Returns: The slots that there are.
    func close() -> [Entry] {
        content.withLock(initial: Content()) { content in
            content.isClosed = true
            return content.tables.values.map(\.self)
        }
    }

    /// The slots under a scope, or all.
    func entries(of scope: Scope? = nil) -> [Entry] {
        let entries = content.withLockIfMade { $0.tables.values.map(\.self) } ?? []
        return entries.filter { scope == nil || $0.cache.scope == scope }
    }
}
