internal import Synchronization

/// The kept instances of one registration under one scope: in its own container, and, for the `container` scope, in the
/// containers that were asked.
///
/// Another scope means another cache. A cache whose registration is gone, or has another scope now, is retired: it keeps
/// nothing any more, whenever a request had found it. The cache of a decorated alias is derived from that of its target,
/// and is dropped with it.
final class InstanceCache: Sendable {
    private struct WeakPart {
        weak var table: SlotTable?
        weak var cache: InstanceCache?
    }

    private struct Content {
        /// The tables in the containers that were asked, and the caches derived from this one.
        var parts: [WeakPart] = []
        var purgeAt = 16
        var isRetired = false

        /// Adds a part; those that are gone are forgotten whenever the number has doubled.
        ///
        /// - Returns: References for the caller to release under no lock.
        mutating func add(_ part: WeakPart) -> [(SlotTable?, InstanceCache?)] {
            defer { parts.append(part) }
            guard parts.count >= purgeAt else { return [] }
            let looked = parts.map { ($0.table, $0.cache) }
            parts = looked.filter { $0.0 != nil || $0.1 != nil }.map { WeakPart(table: $0.0, cache: $0.1) }
            purgeAt = max(16, parts.count * 2)
            return looked
        }
    }

    let scope: Scope
    /// The slots in the registration's own container.
    let own: SlotTable
    /// The cache of the target, for an alias.
    let base: InstanceCache?
    private let content = Lock(Content())

    init(_ scope: Scope, derivedFrom base: InstanceCache? = nil) {
        self.scope = scope
        self.base = base
        own = SlotTable(scope)
        guard let base else { return }
        let (isRetired, looked) = base.content.withLock { ($0.isRetired, $0.add(WeakPart(cache: self))) }
        withExtendedLifetime(looked) {}
        if isRetired { _ = drop(published: Atomic(0), isRetiring: true) }
    }

    /// Whether nothing is kept any more.
    var isRetired: Bool { content.withLock { $0.isRetired } }

    /// Makes a table in a container that was asked, which holds it.
    ///
    /// - Complexity: O(1), amortized.
    func makeTable() -> SlotTable {
        let table = SlotTable(scope)
        let (isRetired, looked) = content.withLock { ($0.isRetired, $0.add(WeakPart(table: table))) }
        withExtendedLifetime(looked) {}
        if isRetired { _ = table.drop(published: Atomic(0), isRetiring: true) }
        return table
    }

    /// Drops the instances in the registration's own container, and those derived from them; builds in progress finish
    /// for their callers and are not kept.
    ///
    /// - Parameters:
    ///   - published: The place where lock-free readers look for the instance.
    ///   - isRetiring: Whether nothing is kept from now on, neither here nor in the containers that were asked.
    /// - Returns: The instances with their slots, for the caller to release under no lock.
    func drop(published: borrowing Atomic<UInt>, isRetiring: Bool = false) -> [SlotTable.Dropped] {
        let parts = content.withLock { content in
            content.isRetired = content.isRetired || isRetiring
            return content.parts.map { ($0.table, $0.cache) }
        }
        var dropped = own.drop(published: published, isRetiring: isRetiring)
        for (table, cache) in parts {
            // Neither the instances of an alias nor those of other containers are published.
            if isRetiring, let table { dropped += table.drop(published: Atomic(0), isRetiring: true) }
            if let cache { dropped += cache.drop(published: Atomic(0), isRetiring: isRetiring) }
        }
        return dropped
    }
}
