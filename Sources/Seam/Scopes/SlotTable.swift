internal import Synchronization

/// The slots of one registration in one container, by the values of the arguments.
///
/// The user's `==` and `hash(into:)` are called under no lock: slots of equal hashes are compared outside the lock, and
/// a new slot is filed only if no other came meanwhile.
@usableFromInline
final class SlotTable: Sendable {
    fileprivate struct Content {
        /// The slots for arguments, by their hashes; each hash has one list.
        var slots = HashTable<SlotList>()
        /// The place among the slots at which the next ``sweep()`` begins.
        var sweepPlace = 0
        var isRetired = false
    }

    /// The slot for no arguments; made under the lock.
    private let plain = LazyReference<InstanceSlot>()
    private let content = Lock(Content())
    let scope: Scope
    /// Whether the instances are those of an alias, which lock-free readers do not find.
    let isOfAlias: Bool
    /// The word of a ready instance in the `container` scope; that of other scopes is in the registration.
    let ready = Atomic(InstanceWord.none)
    /// Whether the container has noted, for a reset, that it keeps instances here; used only for the table of the
    /// registration's own container.
    let isNoted = Atomic(false)

    init(_ scope: Scope, isOfAlias: Bool = false) { (self.scope, self.isOfAlias) = (scope, isOfAlias) }

    /// Whether the table publishes its instance itself, as a container that was asked does.
    var publishesItself: Bool { if case .container = scope.lifetime { true } else { false } }

    /// The slot for some arguments, or for none; made on first use.
    ///
    /// - Complexity: O(1) on average, amortized.
    func slot(for arguments: ArgumentReference?) -> InstanceSlot {
        guard let arguments else {
            return plain.objectIfMade
                ?? content.withLock { plain.object(or: InstanceSlot(isRetired: $0.isRetired)) }
        }
        var fresh: InstanceSlot?
        while true {
            let list = content.withLock { $0[arguments.hash] }
            let match = list?.first { arguments.type.areEqual($0, arguments.address) }
            if let match { return match }
            // Before the new slot is filed: the sweep removes slots without a build.
            if fresh == nil { sweep() }
            let slot = fresh ?? InstanceSlot(arguments: ArgumentKey(arguments))
            switch content.withLock({ $0.file(slot, hash: arguments.hash, behind: list?.newest) }) {
            case .filed: return slot
            case .outdated: fresh = slot
            case .retired: return InstanceSlot(isRetired: true)
            }
        }
    }

    /// The slot for the arguments at an address, or for none; made on first use.
    ///
    /// - Returns: `nil` if the arguments are not `Hashable` and cannot be told apart: their instances are not kept.
    /// - Complexity: O(1) on average, amortized.
    func slot(for arguments: ArgumentAddress?, of type: any ArgumentValues.Type) -> InstanceSlot? {
        guard let arguments else { return slot(for: nil) }
        return ArgumentReference(type, at: arguments).map { slot(for: $0) }
    }

    /// The slot for some arguments, or for none, if there has been a request for it; calls the user's `==`.
    ///
    /// - Complexity: O(1) on average.
    func existingSlot(for arguments: ArgumentReference?) -> InstanceSlot? {
        guard let arguments else { return plain.objectIfMade }
        return content.withLock { $0[arguments.hash] }?
            .first { arguments.type.areEqual($0, arguments.address) }
    }

    /// The instance that is kept for some arguments, if there is one that is not too old.
    ///
    /// - Parameter areEqual: Whether the arguments at an address are equal to those; calls the user's `==`.
    @usableFromInline
    func readyBox(hash: Int, where areEqual: (ArgumentAddress) -> Bool) -> ValueBox? {
        // Most hashes have one slot: the others are copied only if it is not the right one.
        guard let first = content.withLock({ $0.firstSlot(of: hash) }) else { return nil }
        guard !first.isFor(areEqual) else { return first.freshBox }
        return content.withLock { $0[hash] }?.first(where: areEqual)?.freshBox
    }

    var all: [InstanceSlot] {
        content.withLock { content in
            [plain.objectIfMade].compactMap(\.self) + content.slots.elements.flatMap(\.all)
        }
    }

    /// Drops all instances, and with them the arguments; builds in progress finish for their callers and are not kept.
    ///
    /// - Parameters:
    ///   - published: The place of the word that lock-free readers find the instance without arguments by.
    ///   - isRetiring: Whether the table keeps nothing from now on.
    /// - Returns: The instances with their slots, for the caller to release under no lock.
    func drop(published: borrowing Atomic<InstanceWord>, isRetiring: Bool = false) -> DroppedInstances {
        let slots = content.withLock { content in
            content.isRetired = content.isRetired || isRetiring
            return exchange(&content.slots, with: HashTable())
        }
        var dropped = DroppedInstances()
        if let plain = plain.objectIfMade, let instance = plain.drop(published: published, isRetiring: isRetiring) {
            dropped.append(.init(slot: plain, instance: instance))
        }
        for list in slots.elements {
            for slot in list.all {
                guard let instance = slot.drop(published: published, isRetiring: true) else { continue }
                dropped.append(.init(slot: slot, instance: instance))
            }
        }
        return dropped
    }

    /// Drops all instances of a table that publishes them itself, as ``drop(published:isRetiring:)`` does.
    func drop(isRetiring: Bool = false) -> DroppedInstances { drop(published: ready, isRetiring: isRetiring) }

    /// Drops one instance of a slot, as ``InstanceSlot/drop(_:of:published:)`` does.
    ///
    /// - Parameter published: The place in the registration of the word that lock-free readers find the instance by.
    func drop(
        _ instance: CachedInstance,
        of build: Build? = nil,
        in slot: InstanceSlot,
        published: borrowing Atomic<InstanceWord>
    ) -> Bool {
        publishesItself
            ? slot.drop(instance, of: build, published: ready) : slot.drop(instance, of: build, published: published)
    }

    /// Drops an instance that is gone or too old, and waits until no lock-free reader uses it.
    ///
    /// Called before a request builds in the slot: a `deinit` may ask for the same service.
    func dropUseless(
        _ instance: CachedInstance,
        in slot: InstanceSlot,
        published: borrowing Atomic<InstanceWord>
    ) {
        if drop(instance, in: slot, published: published) { Reclamation.waitForReaders() }
        withExtendedLifetime(instance) {}
    }
}

// MARK: - Sweeping

extension SlotTable {
    /// Visits the next slots in turn, and removes those that keep nothing of use: an instance that is expired or gone,
    /// or none.
    ///
    /// Each new slot visits 64 places of the table, until two of them have useful slots. So useless slots are removed
    /// faster than new ones are made.
    private func sweep() {
        var (placesLeft, useful) = (64, 0)
        while useful < 2, let list = content.withLock({ $0.slots.next(from: &$0.sweepPlace, visiting: &placesLeft) }) {
            let rest = list.all.filter { !remove($0) }
            if !rest.isEmpty { useful += 1 }
        }
    }

    /// Removes a slot for arguments that keeps nothing of use, unless a request builds in it.
    func removeIfVacant(_ slot: InstanceSlot) {
        if slot.arguments != nil { _ = remove(slot) }
    }

    /// Removes a slot that is out of use; the request that has retired it may not have removed it yet.
    func forget(_ slot: InstanceSlot) { content.withLock { $0.remove(slot) } }

    /// Removes a slot if it keeps nothing of use.
    ///
    /// - Returns: Whether it was removed.
    private func remove(_ slot: InstanceSlot) -> Bool {
        let (isRetired, dropped) = slot.retire { !$0.isUsable }
        if isRetired { forget(slot) }
        // Released at once: lock-free readers do not find the instances of slots with arguments.
        withExtendedLifetime(dropped) {}
        return isRetired
    }
}

extension SlotTable.Content {
    /// The slots of a hash.
    fileprivate subscript(hash: Int) -> SlotList? { index(of: hash).map { slots[$0] } }

    /// The oldest slot of a hash; copies no list.
    fileprivate func firstSlot(of hash: Int) -> InstanceSlot? { index(of: hash).map { slots[$0].first } }

    private func index(of hash: Int) -> Int? { slots.index(of: UInt(bitPattern: hash)) }

    fileprivate enum Filing {
        case filed
        /// The slots of the hash have changed: the arguments have to be compared again.
        case outdated
        /// The table keeps nothing any more.
        case retired
    }

    /// Files a slot behind those of the same hash, if they are still the ones that it was compared with.
    fileprivate mutating func file(_ slot: InstanceSlot, hash: Int, behind newest: InstanceSlot?) -> Filing {
        guard !isRetired else { return .retired }
        let index = index(of: hash)
        guard index.map({ slots[$0].newest }) === newest else { return .outdated }
        if let index {
            slots[index].others.append(slot)
        } else {
            _ = slots.add(SlotList(first: slot), hash: UInt(bitPattern: hash))
        }
        return .filed
    }

    fileprivate mutating func remove(_ slot: InstanceSlot) {
        guard let hash = slot.arguments?.hash, let index = index(of: hash) else { return }
        if let rest = slots[index].removing(slot) { slots[index] = rest } else { _ = slots.remove(at: index) }
    }
}

/// The slots for arguments with the same hash, the oldest first; most hashes have one.
private struct SlotList {
    let first: InstanceSlot
    var others: [InstanceSlot] = []

    var newest: InstanceSlot { others.last ?? first }

    var all: [InstanceSlot] { [first] + others }

    /// The slot whose arguments satisfy a condition.
    func first(where areEqual: (ArgumentAddress) -> Bool) -> InstanceSlot? {
        first.isFor(areEqual) ? first : others.first { $0.isFor(areEqual) }
    }

    /// The list without a slot; `nil` if none is left.
    func removing(_ slot: InstanceSlot) -> SlotList? {
        let rest = all.filter { $0 !== slot }
        return rest.first.map { SlotList(first: $0, others: Array(rest.dropFirst())) }
    }
}

extension InstanceSlot {
    /// Whether the arguments satisfy a condition, which calls the user's `==`.
    fileprivate func isFor(_ areEqual: (ArgumentAddress) -> Bool) -> Bool {
        guard let arguments else { return false }
        return areEqual(ArgumentAddress(arguments.values))
    }
}
