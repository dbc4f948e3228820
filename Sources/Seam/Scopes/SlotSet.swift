/// Slots by what tells their instances apart: those of a registration, of a container or of a session.
final class SlotSet<Key: Hashable & Sendable>: Sendable {
    private struct Content {
        var slots: [Key: InstanceSlot] = [:]
        var purgeAt = 64
    }

    private let content = Lock(Content())

    /// The slot for `key`, made on first use.
    func slot(for key: Key) -> InstanceSlot {
        purge()
        return content.withLock { content in
            if let slot = content.slots[key] { return slot }
            let slot = InstanceSlot()
            content.slots[key] = slot
            return slot
        }
    }

    /// Forgets the slots that keep nothing, whenever their number has doubled.
    ///
    /// Looks at the instances, and lets go of keys, outside the lock: both may be the last to hold what is the user's.
    private func purge() {
        let isDue = content.withLock { content in
            guard content.slots.count >= content.purgeAt else { return false }
            content.purgeAt = content.slots.count * 2
            return true
        }
        guard isDue else { return }
        let vacant = entries.filter { $0.slot.retireIfVacant() }
        guard !vacant.isEmpty else { return }
        remove(vacant)
        content.withLock { $0.purgeAt = max(64, $0.slots.count * 2) }
    }

    /// The slots that exist.
    var all: [InstanceSlot] { content.withLock { Array($0.slots.values) } }

    /// The slots that exist, with their keys.
    var entries: [(key: Key, slot: InstanceSlot)] {
        content.withLock { $0.slots.map { (key: $0.key, slot: $0.value) } }
    }

    /// Takes away the slots whose keys satisfy `condition`, which is asked under no lock, and drops what they keep.
    ///
    /// - Returns: What the caller has to release, under no lock.
    func drop(where condition: (Key) -> Bool) -> [KeptInstance] {
        let leaving = entries.filter { condition($0.key) }
        remove(leaving)
        return leaving.compactMap { $0.slot.retire() }
    }

    private func remove(_ entries: [(key: Key, slot: InstanceSlot)]) {
        content.withLock { content in
            for (key, slot) in entries where content.slots[key] === slot { content.slots[key] = nil }
        }
    }
}
