/// Instances that were dropped under a lock, to be released under none.
///
/// The first one needs no memory of its own: most changes drop one instance, or none.
struct DroppedInstances: ~Copyable {
    /// An instance that was dropped.
    ///
    /// Its slot is held with it, so that its arguments are released at the same time.
    struct Element {
        let slot: InstanceSlot
        let instance: CachedInstance
        /// Whether it is the instance of an alias, whose type is another one than that of the registration.
        var isOfAlias = false
    }

    private var first: Element?
    private var others: [Element] = []
    /// Whether lock-free readers may be using an instance.
    private var mayBeRead = false
    /// Whether an instance is in a storage of the user, which is not empty yet.
    private var isInStorage = false

    init(_ all: [Element] = []) {
        for element in all { append(element) }
    }

    var isEmpty: Bool { first == nil }

    /// The instances, in the order in which they were dropped.
    var all: [Element] { first.map { [$0] + others } ?? [] }

    mutating func append(_ element: consuming Element) {
        if element.instance.storage != nil { isInStorage = true } else { mayBeRead = true }
        if isEmpty { first = element } else { others.append(element) }
    }

    mutating func append(_ more: consuming DroppedInstances) {
        guard !isEmpty else {
            self = more
            return
        }
        (mayBeRead, isInStorage) = (mayBeRead || more.mayBeRead, isInStorage || more.isInStorage)
        others += more.all
    }

    /// Marks the instances as those of an alias.
    mutating func markAsOfAlias() {
        first?.isOfAlias = true
        for index in others.indices { others[index].isOfAlias = true }
    }

    /// Empties the storages of the user, once: a later build may fill them again.
    mutating func emptyStorages() {
        guard isInStorage else { return }
        isInStorage = false
        for element in all { element.instance.storage?.instance = nil }
    }

    /// Releases the instances when no lock-free reader can be using them; empties the storages of the user.
    consuming func release() {
        if mayBeRead { Reclamation.waitForReaders() }
        emptyStorages()
    }
}
