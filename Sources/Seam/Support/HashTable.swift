/// A hash table whose callers compute the hashes and compare the keys.
///
/// The metadata of a `Dictionary` are made when its first element comes. The runtime then looks for the conformance of
/// the key to `Hashable` among those of the whole program, which takes longer than a hundred registrations. No metadata
/// of this table need a conformance, so it is used for what a launch fills.
///
/// The table uses open addressing with linear probing; at most half of its places are taken.
struct HashTable<Element> {
    private var places: [Place?] = []
    private(set) var count = 0

    fileprivate struct Place {
        let hash: UInt
        var element: Element
    }

    private var mask: Int { places.count - 1 }

    /// The first place that an element of this hash may have.
    private func start(_ hash: UInt) -> Int {
        Int(truncatingIfNeeded: FibonacciHash.hash(hash) >> 32) & mask
    }
}

extension HashTable: Sendable where Element: Sendable {}
extension HashTable.Place: Sendable where Element: Sendable {}

extension HashTable {
    /// The index of the element with a hash that `matches` accepts; valid until the table is changed.
    ///
    /// - Complexity: O(1) on average.
    func index(of hash: UInt, where matches: (Element) -> Bool) -> Int? {
        guard count > 0 else { return nil }
        var index = start(hash)
        while let place = places[index] {
            if place.hash == hash, matches(place.element) { return index }
            index = (index + 1) & mask
        }
        return nil
    }

    /// The element at an index that was found.
    subscript(index: Int) -> Element {
        get { places[index]!.element }
        _modify { yield &places[index]!.element }
    }

    /// The elements in no particular order.
    var elements: some Sequence<Element> { places.lazy.compactMap { $0?.element } }

    /// Adds an element, which the caller has not found.
    ///
    /// - Returns: Its index.
    /// - Complexity: O(1) on average, amortized.
    mutating func add(_ element: Element, hash: UInt) -> Int {
        if (count + 1) * 2 > places.count { grow() }
        count += 1
        return put(Place(hash: hash, element: element))
    }

    private mutating func put(_ place: Place) -> Int {
        var index = start(place.hash)
        while places[index] != nil { index = (index + 1) & mask }
        places[index] = place
        return index
    }

    private mutating func grow() {
        let former = exchange(&places, with: Array(repeating: nil, count: Swift.max(8, places.count * 2)))
        for place in former { if let place { _ = put(place) } }
    }

    /// Removes the element at an index.
    ///
    /// The elements behind it move up, as far as their hashes allow: no gap lies between an element and its first place.
    ///
    /// - Complexity: O(1) on average.
    mutating func remove(at index: Int) -> Element {
        let removed = self[index]
        var (vacant, next) = (index, (index + 1) & mask)
        while let place = places[next] {
            if (next - start(place.hash)) & mask >= (next - vacant) & mask {
                places[vacant] = place
                vacant = next
            }
            next = (next + 1) & mask
        }
        places[vacant] = nil
        count -= 1
        return removed
    }
}
