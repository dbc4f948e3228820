/// The slots of one registration, or of one session: one for each distinct set of arguments.
final class SlotSet<Key: Hashable & Sendable>: Sendable {
    struct Slots {
        var slots: [Key: InstanceSlot] = [:]
        var purgeAt = 64
    }

    private let slots = Lock(Slots())

    /// The slot for `key`, made on first use.
    func slot(for key: Key) -> InstanceSlot {
        purge()
        return slots.withLock { slots in
            if let slot = slots.slots[key] { return slot }
            let slot = InstanceSlot()
            slots.slots[key] = slot
            return slot
        }
    }

    /// Forgets the slots that keep nothing, whenever their number has doubled.
    ///
    /// Looks at the instances, and lets go of keys, outside the lock: both may be the last to hold what is the user's.
    private func purge() {
        let candidates = slots.withLock { slots -> [(key: Key, value: InstanceSlot)] in
            guard slots.slots.count >= slots.purgeAt else { return [] }
            slots.purgeAt = slots.slots.count * 2
            return Array(slots.slots)
        }
        let vacant = candidates.filter { $0.value.retireIfVacant() }
        guard !vacant.isEmpty else { return }
        slots.withLock { slots in
            for (key, slot) in vacant where slots.slots[key] === slot { slots.slots[key] = nil }
            slots.purgeAt = max(64, slots.slots.count * 2)
        }
    }

    /// The slots that exist.
    var all: [InstanceSlot] { slots.withLock { Array($0.slots.values) } }

    /// The slots that exist, with their keys.
    var entries: [(key: Key, slot: InstanceSlot)] {
        slots.withLock { $0.slots.map { (key: $0.key, slot: $0.value) } }
    }

    /// Takes away the slots whose keys satisfy `condition`, and drops what they keep.
    ///
    /// - Returns: What the caller has to release, under no lock.
    func drop(where condition: (Key) -> Bool) -> [KeptInstance] {
        let removed = slots.withLock { slots in
            let removed = slots.slots.filter { condition($0.key) }
            for key in removed.keys { slots.slots[key] = nil }
            return removed
        }
        return removed.values.compactMap { $0.retire() }
    }
}
