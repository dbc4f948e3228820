internal import Synchronization

/// The kept instances of one registration under one scope.
///
/// The registration's own container has most of them; the containers that were asked have those of the `container`
/// scope. A registration that gets another scope gets another cache. The cache of a registration that is gone, or has
/// another cache now, is retired: it keeps nothing from then on, not even for a request that has found it before. The
/// cache of a decorated alias is derived from the cache of its target, and is dropped with it.
final class InstanceCache: Sendable {
    private struct Content {
        /// The tables in the containers that were asked.
        var tables = WeakList<SlotTable>()
        /// The caches derived from this one.
        var derived = WeakList<InstanceCache>()
    }

    let scope: Scope
    /// The slots in the registration's own container.
    let own: SlotTable
    /// The cache of the target, for an alias.
    let base: InstanceCache?
    /// The ``RegistryEntry/order`` of each alias on the way to the target, the nearest first.
    private let route: [Int]
    private let content = Lock(Content())
    /// Whether the cache is retired.
    private let retirement = Atomic(false)
    /// Whether the container has noted, for a reset, that it keeps instances here.
    let isNoted = Atomic(false)

    init(_ scope: Scope, derivedFrom base: InstanceCache? = nil, along route: [Int] = []) {
        self.scope = scope
        (self.base, self.route) = (base, route)
        own = SlotTable(scope)
        guard let base else { return }
        let (isRetired, looked) = base.content.withLock { (base.isRetired, $0.derived.add(self)) }
        withExtendedLifetime(looked) {}
        if isRetired { retire() }
    }

    /// Whether the instances are made of those in another cache, by the aliases in between.
    func isDerived(from base: InstanceCache, along route: [Int]) -> Bool { self.base === base && self.route == route }

    /// Takes a cache out of use that has no instance yet.
    func retire() { _ = drop(published: Atomic(.none), isRetiring: true) }

    /// Marks the cache as retired, before another one takes its place; the caller drops its instances.
    func markRetired() { retirement.store(true, ordering: .releasing) }

    /// Whether the cache keeps nothing from now on.
    var isRetired: Bool { retirement.load(ordering: .acquiring) }

    /// Makes a table for a container that was asked, and that holds the table.
    ///
    /// - Complexity: O(1), amortized.
    func makeTable() -> SlotTable {
        let table = SlotTable(scope)
        let (isRetired, looked) = content.withLock { (self.isRetired, $0.tables.add(table)) }
        withExtendedLifetime(looked) {}
        if isRetired { _ = table.drop(isRetiring: true) }
        return table
    }

    /// Drops the instances in the registration's own container, and those of derived caches.
    ///
    /// Builds in progress finish for their callers and are not kept.
    ///
    /// - Parameters:
    ///   - published: The word that lock-free readers find the instance by.
    ///   - isRetiring: Whether nothing is kept from now on, neither here nor in the containers that were asked.
    /// - Returns: The instances with their slots, for the caller to release under no lock.
    func drop(published: borrowing Atomic<InstanceWord>, isRetiring: Bool = false) -> DroppedInstances {
        let (tables, derived) = content.withLock { content in
            if isRetiring { retirement.store(true, ordering: .releasing) }
            return (isRetiring ? content.tables.living() : [], content.derived.living())
        }
        var dropped = own.drop(published: published, isRetiring: isRetiring)
        for table in tables { dropped.append(table.drop(isRetiring: true)) }
        // The instances of a derived cache are not published.
        for cache in derived {
            var ofAlias = cache.drop(published: Atomic(.none), isRetiring: isRetiring)
            ofAlias.markAsOfAlias()
            dropped.append(ofAlias)
        }
        return dropped
    }

    /// The caches derived from this one.
    var derived: [InstanceCache] { content.withLock { $0.derived.living() } }
}

// MARK: - One instance

/// One kept instance, held strongly, weakly or in a user's storage, as its scope says.
@usableFromInline
final class CachedInstance: Sendable {
    enum Holding: Sendable {
        case strong(ValueBox)
        case weak(WeakBox)
        /// The user's own storage.
        case stored(any InstanceStorage)
    }

    let holding: Holding
    /// The age at which the instance is of no use, if its scope has one.
    private let limit: AgeLimit?
    /// The time at which it was built, on the clock of its scope.
    let birth: Duration
    /// The place in the order in which the process has kept instances.
    let order: Int
    let dependencies: Dependencies?

    private static let count = Atomic<Int>(0)

    init(
        _ holding: Holding,
        until limit: AgeLimit? = nil,
        birth: Duration = .zero,
        dependencies: Dependencies? = nil
    ) {
        self.holding = holding
        self.limit = limit
        self.birth = birth
        self.dependencies = dependencies
        order = Self.count.add(1, ordering: .relaxed).newValue
    }

    /// The instance, or `nil` if it is gone.
    ///
    /// - Precondition: `Service` is the type of the registration that the instance was built by; a slot belongs to one.
    func value<Service>(as _: Service.Type) -> Service? {
        switch holding {
        case .strong(let box): return box.value(as: Service.self)
        case .weak(let box): return box.value(as: Service.self)
        case .stored(let storage):
            // Unwrapped first: an empty storage would be cast to the nil of an Optional service.
            guard let instance = storage.instance else { return nil }
            return instance as? Service
        }
    }

    /// The instance in a box; `nil` if it is gone.
    func box(as type: any Any.Type) -> ValueBox? {
        if case .strong(let box) = holding { return box }
        func box<Service>(_: Service.Type) -> ValueBox? { value(as: Service.self).map { ValueBox($0) } }
        return _openExistential(type, do: box)
    }

    /// Whether requests may get the instance: it is neither gone nor too old.
    ///
    /// Calls the user's clock, if the scope has one.
    var isUsable: Bool {
        guard let limit else { return !isGone }
        return limit.now() - birth < limit.duration
    }

    /// The instance, if it is held strongly and not too old; calls the user's clock.
    var freshBox: ValueBox? {
        if case .strong(let box) = holding, isUsable { box } else { nil }
    }

    /// The word of the box, if the instance is held strongly.
    @usableFromInline var wordOfBox: InstanceWord {
        if case .strong(let box) = holding { box.word } else { .none }
    }

    /// The instance, if it is held strongly and never grows too old.
    var lastingBox: ValueBox? {
        if case .strong(let box) = holding, limit == nil { box } else { nil }
    }

    /// Whether the instance is held weakly and its object is gone.
    var isGone: Bool {
        if case .weak(let box) = holding { box.isGone } else { false }
    }

    /// The word that lock-free readers find the instance by, until it is dropped; none if they have to take the slow
    /// path.
    func publishedWord(under scope: Scope) -> InstanceWord {
        switch (scope.lifetime, holding) {
        case (.kept, .strong), (.container, .strong): wordOfBox
        case (.expiring, .strong): InstanceWord(self, mark: InstanceWord.expiring)
        case (.shared, .weak(let box)): box.word
        default: .none
        }
    }
}
