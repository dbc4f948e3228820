internal import Synchronization

/// A registration as the registry files it under its key.
///
/// The first properties are those that a lock-free reader needs: the address of a ready instance, the plan, and the key
/// and the factory, with which the parts begin. Two small ones that it does not need stand in the padding behind the
/// plan. No part of an entry is generic: the types of the service and its arguments are values.
@usableFromInline
final class RegistryEntry: Keyed, Sendable {
    let ready = Atomic(InstanceWord.none)
    /// The way to an instance that is not ready.
    let plan: Atomic<Plan>
    /// Whether the closure comes with each request.
    @usableFromInline let isDeclaration: Bool
    /// Whether the registered value was disposed of; noted here because several containers may file the entry.
    let isDisposed = Atomic(false)
    /// The number of containers that file the entry: an override is filed at every level of its chain.
    private let filings = Atomic<Int32>(0)
    /// The hash of the name, or 0.
    let nameHash: UInt
    /// The parts that the registration was made of.
    @usableFromInline let parts: RegistrationParts
    /// The place in the order in which the process has made registrations; a copy has that of its original.
    let order: Int
    /// May be taken during a read: a thread that has it waits for no reader, and takes the lock of no container.
    private let state: Lock<State>
    /// The place of the registration that this one has replaced.
    private let replaced = LazyReference<ReplacedSite>()

    private struct State {
        var settings: Settings
        /// The kept instances; made on first use.
        var cache: InstanceCache?
    }

    private final class ReplacedSite: Sendable {
        let site: StaticCallSite

        init(_ site: StaticCallSite) { self.site = site }
    }

    private static let count = Atomic<Int>(0)

    @inline(__always)  // So that the parts and the settings are moved into place.
    init(_ parts: consuming RegistrationParts, order: Int? = nil, settings: consuming Settings) {
        plan = Atomic(settings.plan(for: parts.planKind, takesArguments: !parts.arguments.isEmpty))
        isDeclaration = parts.kind == .declaration
        nameHash = parts.declaration?.place.hash ?? parts.name?.hash ?? 0
        self.order = order ?? Self.count.add(1, ordering: .relaxed).newValue
        state = Lock(State(settings: consume settings))
        self.parts = consume parts
    }

    /// The key, for texts.
    var key: ServiceKey {
        ServiceKey(
            type,
            arguments: arguments.types,
            name: name,
            declaration: declaration?.place,
            order: isDeclaration ? nil : order
        )
    }

    /// The entry for a copied container: the same registration without its instances.
    func copy() -> RegistryEntry {
        let copy = RegistryEntry(parts, order: order, settings: settings.copy())
        if let site = replacedSite { copy.noteReplacing(at: site) }
        return copy
    }
}

extension RegistryEntry {
    var signature: Signature { parts.signature }
    @inlinable var factory: ErasedFactory { parts.factory }
    var name: ServiceName? { parts.name }
    var type: any Any.Type { parts.type }
    var arguments: any ArgumentList.Type { parts.arguments }
    var kind: Kind { parts.kind }
    var site: StaticCallSite { parts.site }
    var asyncFactory: ErasedAsyncFactory? { parts.asyncFactory }
    var declaration: Declaration? { parts.declaration }
    var wiring: [any Any.Type]? { parts.wiring }
}

extension RegistryEntry {
    /// The kinds of registrations; without raw values, which would be compared instead of the cases.
    enum Kind: Sendable {
        case factory, value, async, alias, contribution
        /// A declared service, whose requests bring the closure.
        case declaration
    }

    enum AliasTarget: Sendable {
        case key(Signature, ServiceName?)
        /// A contribution to a type, by its place in the order of registrations, which copies share.
        case contribution(to: ObjectIdentifier, order: Int)
    }
}

// MARK: - The key

extension RegistryEntry {
    /// The tag under which the table files a key.
    @inline(__always)
    static func tag(signature: Signature, nameHash: UInt) -> TableTag {
        TableTag(word: signature.word ^ UInt(truncatingIfNeeded: FibonacciHash.product(nameHash)))
    }

    var tag: TableTag { Self.tag(signature: signature, nameHash: nameHash) }

    /// Whether requests find the entry by its key: all but contributions, which `all()` collects.
    var isFoundByKey: Bool { kind != .contribution }

    /// Whether the entry is registered under exactly that key.
    @inline(__always)
    func answers(signature: Signature, name: some RequestName) -> Bool {
        self.signature == signature && nameHash == name.hash && name.isName(of: self)
    }

    /// Whether the entry has the key of another one.
    func replaces(_ other: RegistryEntry) -> Bool {
        if let declaration { return other.answers(signature: signature, name: declaration.place) }
        return other.answers(signature: signature, name: name)
    }

    /// The place of the registration that this one has replaced, if it has replaced one; for texts.
    var replacedSite: StaticCallSite? { replaced.objectIfMade?.site }

    /// Notes the place of the replaced registration; an override replaces several, of which the first counts.
    func noteReplacing(at site: StaticCallSite) {
        if declaration == nil { _ = replaced.object(or: ReplacedSite(site)) }
    }

    var aliasTarget: AliasTarget? { parts.aliasTarget }
}

extension Sequence<RegistryEntry> {
    /// The registrations in the order in which they were made.
    var inOrder: [RegistryEntry] { sorted { $0.order < $1.order } }
}

// MARK: - Settings and instances

extension RegistryEntry {
    /// The settings as they are now.
    var settings: Settings { state.withLock { $0.settings } }

    /// The kept instances, if the scope outlives requests; made on first use.
    var cache: InstanceCache? { state.withLock { cache(in: &$0) } }

    /// The kept instances, if there may be any.
    var cacheIfMade: InstanceCache? { state.withLock { $0.cache } }

    /// The slots in the registration's own container, if there may be instances.
    var slotsIfMade: SlotTable? { state.withLock { $0.cache?.own } }

    /// The settings, and the cache that belongs to them.
    var settingsAndCache: (settings: Settings, cache: InstanceCache?) {
        state.withLock { ($0.settings, cache(in: &$0)) }
    }

    /// A cache that is made for an entry which no container files is retired.
    private func cache(in state: inout State) -> InstanceCache? {
        if let cache = state.cache { return cache }
        guard state.settings.scope.lifetime.outlivesRequests else { return nil }
        let cache = InstanceCache(state.settings.scope)
        if !isFiled { cache.retire() }
        state.cache = cache
        return cache
    }

    /// Calls `body`, under the lock, with the place of the word that lock-free readers find an instance by.
    ///
    /// For the table of a former cache, the place is one that nobody reads: the present cache may have published its
    /// instance.
    func withReady<Result>(of table: SlotTable, _ body: (borrowing Atomic<InstanceWord>) -> Result) -> Result {
        guard !table.publishesItself else { return body(table.ready) }
        return state.withLock { $0.cache?.own === table ? body(ready) : body(Atomic(.none)) }
    }

    /// Changes the settings, and the plan that follows from them.
    ///
    /// - Returns: The former settings, which hold the user's closures, for the caller to release under no lock.
    @discardableResult
    func configure(_ change: (inout Settings.Values) -> Void) -> Settings {
        state.withLock { set($0.settings.with(change), in: &$0) }
    }

    /// - Returns: The former settings.
    private func set(_ settings: Settings, in state: inout State) -> Settings {
        plan.store(settings.plan(for: parts.planKind, takesArguments: !arguments.isEmpty), ordering: .releasing)
        return exchange(&state.settings, with: settings)
    }

    /// Sets the scope, unless this is a registered value, and releases the instances kept under the former one.
    ///
    /// - Parameter container: The container of the handle; `nil` if the condition was false.
    @usableFromInline
    func setScope(_ scope: Scope, in container: Container?) {
        guard kind != .value else { return }
        container?.passToCopies(group)
        let former = state.withLock { state in
            (set(state.settings.under(scope), in: &state), replaceCache(in: &state, by: nil))
        }
        former.1?.drop(.forGood, published: ready).release()
    }

    /// Replaces the cache, and retires the former one before another request can make the next.
    private func replaceCache(in state: inout State, by cache: InstanceCache?) -> InstanceCache? {
        state.cache?.markRetired()
        return exchange(&state.cache, with: cache)
    }

    /// The cache of a decorated alias, derived from that of its target.
    ///
    /// A cache that is derived from a former target, or by other aliases in between, is replaced and retired, and its
    /// instances are released.
    func renewCache(derivedFrom base: InstanceCache, by aliases: [RegistryEntry]) -> InstanceCache {
        let route = aliases.map(\.order)
        if let cache = cacheIfMade, cache.isDerived(from: base, along: route) { return cache }
        let fresh = InstanceCache(base.scope, derivedFrom: base, along: route)
        let (stored, former) = state.withLock { state -> (InstanceCache?, InstanceCache?) in
            // Another request may have been faster, or have found a newer target.
            if let made = state.cache, made.isDerived(from: base, along: route) { return (made, nil) }
            guard !base.isRetired, isFiled, aliases.allSatisfy(\.isFiled) else { return (nil, nil) }
            return (fresh, replaceCache(in: &state, by: fresh))
        }
        former?.drop(.forGood, published: ready).release()
        if let stored { return stored }
        // The alias is gone, or leads elsewhere by now: nothing is kept in a cache that no registration has.
        fresh.retire()
        return fresh
    }

    /// Whether a container files the entry.
    var isFiled: Bool { filings.load(ordering: .acquiring) > 0 }

    /// Whether exactly one container files the entry.
    var isFiledOnce: Bool { filings.load(ordering: .acquiring) == 1 }

    /// Notes that a container files the entry.
    func noteFiling() { filings.add(1, ordering: .releasing) }

    /// Notes that a container files the entry no more, or is gone.
    ///
    /// If no other container files the entry, the caller drops the instances, and nothing is kept from then on.
    func noteUnfiling() { filings.subtract(1, ordering: .releasing) }

    /// Drops the kept instances; builds in progress finish for their callers and are not kept.
    ///
    /// - Returns: The instances, for the caller to release under no lock.
    func dropInstances() -> DroppedInstances {
        cacheIfMade?.drop(.ownContainer, published: ready) ?? DroppedInstances()
    }

    /// Drops the kept instances, also those of the containers that were asked, after a container has unfiled the entry.
    ///
    /// If no container files the entry any more, nothing is kept for it from now on.
    ///
    /// - Returns: The instances, for the caller to release under no lock.
    func dropAllInstances() -> DroppedInstances {
        cacheIfMade?.drop(isFiled ? .allContainers : .forGood, published: ready) ?? DroppedInstances()
    }
}
