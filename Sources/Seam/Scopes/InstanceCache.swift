internal import Synchronization

/// The kept instances of one registration under one scope.
///
/// A cache has a ``SlotTable`` for each container that keeps instances of the registration. A table has an
/// ``InstanceSlot`` for each list of argument values. A slot has one ``CachedInstance`` at a time.
///
/// The registration's own container has most of them; the containers that were asked have those of the `container`
/// scope. A registration that gets another scope gets another cache. The cache of a registration that is gone, or has
/// another cache now, is retired: it keeps nothing from then on, not even for a request that has found it before. The
/// cache of a decorated alias is derived from the cache of its target, and is dropped with it.
final class InstanceCache: Sendable {
    /// The containers whose instances are dropped, besides those of derived caches.
    enum DropExtent {
        case ownContainer
        /// The registration's own container, and those that were asked.
        case allContainers
        /// All containers, and nothing is kept from now on.
        case forGood
    }

    private struct Content {
        /// The tables in the containers that were asked.
        var tables = WeakList<SlotTable>()
        var derived = WeakList<InstanceCache>()
    }

    let scope: Scope
    /// The slots in the registration's own container.
    let own: SlotTable
    /// The cache of the target, for an alias.
    ///
    /// Weak, because an alias that a copied chain files at every level may outlive the innermost one with its target.
    private let weakBase: Weak<InstanceCache>
    /// The ``RegistryEntry/order`` of each alias on the way to the target, the nearest first.
    private let route: [Int]
    private let content = Lock(Content())
    /// Whether the cache is retired.
    private let retirement = Atomic(false)

    init(_ scope: Scope, derivedFrom base: InstanceCache? = nil, along route: [Int] = []) {
        self.scope = scope
        (weakBase, self.route) = (Weak(base), route)
        own = SlotTable(scope, isOfAlias: base != nil)
        guard let base else { return }
        let (isRetired, toRelease) = base.content.withLock { (base.isRetired, $0.derived.add(self)) }
        withExtendedLifetime(toRelease) {}
        if isRetired { retire() }
    }

    /// The cache of the target, for an alias whose target is not gone.
    var base: InstanceCache? { weakBase.object }

    /// Whether the instances are made of those in another cache, by the aliases in between.
    func isDerived(from base: InstanceCache, along route: [Int]) -> Bool { self.base === base && self.route == route }

    /// Retires a cache that has no instance yet.
    func retire() { _ = drop(.forGood, published: Atomic(.none)) }

    /// Marks the cache as retired, before another one takes its place; the caller drops its instances.
    func markRetired() { retirement.store(true, ordering: .releasing) }

    /// Whether the cache keeps nothing from now on.
    var isRetired: Bool { retirement.load(ordering: .acquiring) }

    /// Makes a table for a container that was asked, and that holds the table.
    ///
    /// - Complexity: O(1), amortized.
    func makeTable() -> SlotTable {
        let table = SlotTable(scope, isOfAlias: own.isOfAlias)
        let (isRetired, toRelease) = content.withLock { (self.isRetired, $0.tables.add(table)) }
        withExtendedLifetime(toRelease) {}
        if isRetired { _ = table.drop(isRetiring: true) }
        return table
    }

    /// Drops the instances, and those of derived caches; builds in progress finish for their callers and are not kept.
    ///
    /// - Parameter published: The place of the word that lock-free readers find the instance by.
    /// - Returns: The instances with their slots, for the caller to release under no lock.
    func drop(_ extent: DropExtent, published: borrowing Atomic<InstanceWord>) -> DroppedInstances {
        let isRetiring = extent == .forGood
        let (tables, derived) = content.withLock { content in
            if isRetiring { retirement.store(true, ordering: .releasing) }
            return (extent == .ownContainer ? [] : content.tables.living(), content.derived.living())
        }
        var dropped = own.drop(published: published, isRetiring: isRetiring)
        for table in tables { dropped.append(table.drop(isRetiring: isRetiring)) }
        // The instances of a derived cache are not published.
        for cache in derived {
            var ofAlias = cache.drop(extent, published: Atomic(.none))
            ofAlias.markAsOfAlias()
            dropped.append(ofAlias)
        }
        return dropped
    }

    var derived: [InstanceCache] { content.withLock { $0.derived.living() } }
}
