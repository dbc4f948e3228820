/// The registrations of one type that are not found by the type alone: those with a name or arguments, and
/// contributions.
///
/// The list has the order in which the registrations were made. The places of a name and of a contribution are found
/// without a search. The place of a removed registration stays empty until most places of a long list are empty.
struct Variants: Sendable {
    /// The registrations; `nil` in the place of a removed one.
    private var places: [RegistryEntry?] = []
    /// The places of each name, in order.
    private var indices: [ServiceName?: [Int]] = [:]
    /// The places of contributions, by the order of the registrations in the process.
    private var contributions: [Int: Int] = [:]
    /// The number of places that are not empty.
    private var count = 0

    var isEmpty: Bool { count == 0 }

    /// All registrations, in the order of their places.
    var all: some Sequence<RegistryEntry> { places.lazy.compactMap(\.self) }

    /// All registrations, in the order in which they were made.
    ///
    /// - Complexity: O(*n*); O(*n* log *n*) if one of them has taken the place of an earlier one.
    var inOrder: [RegistryEntry] {
        var (ordered, isOrdered): ([RegistryEntry], Bool) = ([], true)
        ordered.reserveCapacity(count + 1)
        for entry in all {
            isOrdered = isOrdered && (ordered.last.map { $0.order < entry.order } ?? true)
            ordered.append(entry)
        }
        return isOrdered ? ordered : ordered.inOrder
    }

    /// The names, and `nil` if some registrations have no name.
    var names: some Collection<ServiceName?> { indices.keys }

    /// The registrations of a name, in the order in which they were made.
    ///
    /// - Complexity: O(*n*) in their number.
    func named(_ name: ServiceName?) -> [RegistryEntry] {
        indices[name]?.compactMap { places[$0] } ?? []
    }

    /// The contribution with that ``RegistryEntry/order``.
    func contribution(order: Int) -> RegistryEntry? { contributions[order].flatMap { places[$0] } }

    /// Adds an entry; if it replaces another one, it takes the place of that one.
    ///
    /// - Complexity: O(*n*) in the number of those with the same name, amortized.
    mutating func add(_ entry: RegistryEntry, replacing replaced: RegistryEntry? = nil) {
        if let replaced, let index = index(of: replaced) {
            places[index] = entry
            return
        }
        indices[entry.name, default: []].append(places.count)
        if entry.kind == .contribution { contributions[entry.order] = places.count }
        places.append(entry)
        count += 1
    }

    /// Removes an entry.
    ///
    /// - Complexity: O(*n*) in the number of those with the same name, amortized.
    mutating func remove(_ entry: RegistryEntry) {
        guard let index = index(of: entry) else { return }
        places[index] = nil
        indices[entry.name]?.removeAll { $0 == index }
        contributions[entry.order] = nil
        if indices[entry.name]?.isEmpty == true { indices[entry.name] = nil }
        count -= 1
        if places.count > 32, count * 2 < places.count { compact() }
    }

    private func index(of entry: RegistryEntry) -> Int? {
        indices[entry.name]?.first { places[$0] === entry }
    }

    private mutating func compact() {
        let entries = Array(all)
        self = Variants()
        for entry in entries { add(entry) }
    }
}
