/// The slots of one registration, or of one session: one for each distinct set of arguments.
final class SlotSet<Key: Hashable & Sendable>: Sendable {
    struct Slots {
        var slots: [Key: InstanceSlot] = [:]
        var purgeAt = 64
    }

    private let slots = Lock(Slots())

    /// The slot for `key`, made on first use.
    func slot(for key: Key) -> InstanceSlot {
        let (slot, forgotten) = slots.withLock { slots -> (InstanceSlot, [Key: InstanceSlot]) in
            if let slot = slots.slots[key] { return (slot, [:]) }
            let forgotten = slots.purge()
            let slot = InstanceSlot()
            slots.slots[key] = slot
            return (slot, forgotten)
        }
        // A key holds argument values, whose release is the user's code.
        withExtendedLifetime(forgotten) {}
        return slot
    }

    /// The slots that exist.
    var all: [InstanceSlot] { slots.withLock { Array($0.slots.values) } }

    /// The slots that exist, with their keys.
    var entries: [(key: Key, slot: InstanceSlot)] {
        slots.withLock { $0.slots.map { (key: $0.key, slot: $0.value) } }
    }

    /// Takes away the slots whose keys satisfy `condition`.
    func remove(where condition: (Key) -> Bool) -> [InstanceSlot] {
        let removed = slots.withLock { slots in
            let removed = slots.slots.filter { condition($0.key) }
            for key in removed.keys { slots.slots[key] = nil }
            return removed
        }
        return Array(removed.values)
    }
}

extension SlotSet.Slots where Key: Hashable {
    /// Forgets the slots that keep nothing, whenever their number has doubled, and returns them.
    mutating func purge() -> [Key: InstanceSlot] {
        guard slots.count >= purgeAt else { return [:] }
        let vacant = slots.filter { $0.value.retireIfVacant() }
        for key in vacant.keys { slots[key] = nil }
        purgeAt = max(64, slots.count * 2)
        return vacant
    }
}
