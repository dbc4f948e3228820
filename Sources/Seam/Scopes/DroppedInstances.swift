/// Instances that were dropped under a lock, to be released under none.
///
/// The first one needs no memory of its own: most changes drop one instance, or none.
struct DroppedInstances: ~Copyable {
    /// An instance that was dropped, and the slot that has kept it.
    struct Element {
        let slot: InstanceSlot
        let instance: CachedInstance
        /// Whether it is the instance of an alias, whose type is another one than that of the registration.
        var isOfAlias = false
    }

    private var first: Element?
    private var others: [Element] = []

    init(_ first: Element? = nil) { self.first = first }

    init(_ all: [Element]) { (first, others) = (all.first, Array(all.dropFirst())) }

    var isEmpty: Bool { first == nil }

    /// The instances, in the order in which they were dropped.
    var all: [Element] { first.map { [$0] + others } ?? [] }

    mutating func append(_ element: consuming Element) {
        if isEmpty { first = element } else { others.append(element) }
    }

    mutating func append(_ more: consuming DroppedInstances) {
        if isEmpty { self = more } else { others += more.all }
    }

    /// Marks the instances as those of an alias.
    mutating func markAsOfAlias() {
        first?.isOfAlias = true
        for index in others.indices { others[index].isOfAlias = true }
    }

    /// Releases the instances when no lock-free reader can be using them; empties the storages of the user.
    consuming func release() {
        guard let first else { return }
        var mayBeRead = !first.instance.isStored
        for element in others where !element.instance.isStored { mayBeRead = true }
        if mayBeRead { Reclamation.waitForReaders() }
        first.instance.emptyStorage()
        for element in others { element.instance.emptyStorage() }
    }
}

extension CachedInstance {
    fileprivate var isStored: Bool {
        if case .stored = holding { true } else { false }
    }

    fileprivate func emptyStorage() {
        if case .stored(let storage) = holding { storage.instance = nil }
    }
}
