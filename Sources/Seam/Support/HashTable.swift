/// A hash table whose callers compute the hashes and compare the keys.
///
/// For tables that a launch fills. With the first element of a `Dictionary`, the runtime looks for the key's
/// conformance to `Hashable` among those of the whole program, which takes longer than a hundred registrations. This
/// table needs no conformance.
///
/// The table uses open addressing with linear probing; at most half of its places are taken, and at least an eighth
/// after a removal.
struct HashTable<Element> {
    /// The hashes of the elements; `nil` in a place that is not taken.
    private var hashes: [UInt?] = []
    /// The elements, each at the index of its hash.
    private var slots: [Element?] = []
    private(set) var count = 0

    private var mask: Int { hashes.count - 1 }

    /// The first place that an element of this hash may have.
    private func start(_ hash: UInt) -> Int {
        Int(truncatingIfNeeded: FibonacciHash.hash(hash) >> 32) & mask
    }
}

extension HashTable: Sendable where Element: Sendable {}

extension HashTable {
    /// The index of the element with a hash that `matches` accepts; valid until the table is changed.
    ///
    /// Elements whose hashes are their identities need no `matches`.
    ///
    /// - Complexity: O(1) on average.
    func index(of hash: UInt, where matches: (Element) -> Bool = { _ in true }) -> Int? {
        guard count > 0 else { return nil }
        var index = start(hash)
        while let found = hashes[index] {
            if found == hash, matches(self[index]) { return index }
            index = (index + 1) & mask
        }
        return nil
    }

    /// The element at an index that was found.
    subscript(index: Int) -> Element {
        get { slots[index]! }
        _modify { yield &slots[index]! }
    }

    /// The elements in no particular order.
    var elements: some Sequence<Element> { slots.lazy.compactMap { $0 } }

    /// The next element at a place or behind it; `nil` if none of the places that are left to visit has one.
    ///
    /// The first place follows the last one.
    ///
    /// - Parameter place: The place to begin at; becomes the one behind the element.
    func next(from place: inout Int, visiting placesLeft: inout Int) -> Element? {
        while !slots.isEmpty, placesLeft > 0 {
            let element = slots[place & mask]
            place = (place + 1) & mask
            placesLeft -= 1
            if let element { return element }
        }
        return nil
    }

    /// Adds an element, which the caller has not found.
    ///
    /// - Returns: Its index.
    /// - Complexity: O(1) on average, amortized.
    mutating func add(_ element: Element, hash: UInt) -> Int {
        if (count + 1) * 2 > hashes.count { resize(to: Swift.max(8, hashes.count * 2)) }
        count += 1
        return put(element, hash)
    }

    private mutating func put(_ element: Element, _ hash: UInt) -> Int {
        var index = start(hash)
        while hashes[index] != nil { index = (index + 1) & mask }
        (hashes[index], slots[index]) = (hash, element)
        return index
    }

    private mutating func resize(to capacity: Int) {
        let former = zip(hashes, slots)
        hashes = Array(repeating: nil, count: capacity)
        slots = Array(repeating: nil, count: capacity)
        for case (let hash?, let element?) in former { _ = put(element, hash) }
    }

    /// Removes the element at an index.
    ///
    /// The elements behind it move up, as far as their hashes allow: no gap lies between an element and its first
    /// place.
    ///
    /// - Complexity: O(1) on average, amortized.
    mutating func remove(at index: Int) -> Element {
        let removed = self[index]
        var (vacant, next) = (index, (index + 1) & mask)
        while let hash = hashes[next] {
            if (next - start(hash)) & mask >= (next - vacant) & mask {
                (hashes[vacant], slots[vacant]) = (hash, slots[next])
                vacant = next
            }
            next = (next + 1) & mask
        }
        (hashes[vacant], slots[vacant]) = (nil, nil)
        count -= 1
        if hashes.count > 8, count * 8 < hashes.count { resize(to: hashes.count / 2) }
        return removed
    }
}
