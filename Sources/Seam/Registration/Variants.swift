/// The registrations of one type that are not found by the type alone: those with a name or arguments, contributions,
/// and the entries of declared services.
///
/// Each registration has a place in a list; one that replaces another one takes its place. The places of a name and of
/// a contribution are found without a search. The place of a removed registration stays empty until most places of a
/// long list are empty.
struct Variants: Sendable {
    let type: ObjectIdentifier
    /// The entries of declared services; no order or name leads to them.
    private(set) var declared: [RegistryEntry] = []
    /// The registrations; `nil` in the place of a removed one.
    private var places: [RegistryEntry?] = []
    private var names = HashTable<Name>()
    /// The places of the contributions, by their ``RegistryEntry/order``.
    private var contributions = HashTable<Int>()
    /// The number of places that are not empty.
    private var count = 0
    /// The result of ``inOrder(with:)``; `nil` if a registration of the type was made or removed since.
    private var ordered: [RegistryEntry]?

    private struct Name {
        let name: ServiceName?
        /// The places of its registrations, in order.
        var places: [Int]
    }

    init(of type: ObjectIdentifier) { self.type = type }

    var isEmpty: Bool { count == 0 && declared.isEmpty }

    /// All registrations except declared ones, in the order of their places.
    var all: some Sequence<RegistryEntry> { places.lazy.compactMap(\.self) }

    /// All registrations and the one that is found by the type alone, in the order in which they were made.
    ///
    /// - Complexity: O(1); O(*n* log *n*) after a registration of the type was made or removed.
    mutating func inOrder(with plain: @autoclosure () -> RegistryEntry?) -> [RegistryEntry] {
        if let ordered { return ordered }
        let entries = (Array(all) + [plain()].compactMap(\.self)).inOrder
        ordered = entries
        return entries
    }

    /// Forgets the order, because the registration that is found by the type alone was made or removed.
    mutating func forgetOrder() { ordered = nil }

    /// The names, and `nil` if some registrations other than contributions have no name.
    var usedNames: some Sequence<ServiceName?> { names.elements.lazy.map(\.name) }

    /// Whether there are registrations of a name; contributions count as registrations without one.
    func has(_ name: ServiceName?) -> Bool { index(of: name) != nil || name == nil && contributions.count > 0 }

    /// The registrations of a name except contributions, in the order of their places.
    ///
    /// - Complexity: O(*n*) in their number.
    func named(_ name: ServiceName?) -> [RegistryEntry] {
        index(of: name).map { names[$0].places.compactMap { places[$0] } } ?? []
    }

    /// The contributions, in no particular order.
    var contributed: some Sequence<RegistryEntry> { contributions.elements.lazy.compactMap { places[$0] } }

    /// The contribution with that ``RegistryEntry/order``.
    func contribution(order: Int) -> RegistryEntry? {
        contributions.index(of: UInt(bitPattern: order)).flatMap { places[contributions[$0]] }
    }

    /// Adds an entry; if it replaces another one, it takes the place of that one.
    ///
    /// - Complexity: O(*n*) in the number of those with the same name, amortized.
    mutating func add(_ entry: RegistryEntry, replacing replaced: RegistryEntry? = nil) {
        forgetOrder()
        if let replaced, let index = index(of: replaced) {
            places[index] = entry
            return
        }
        if entry.kind == .contribution {
            _ = contributions.add(places.count, hash: UInt(bitPattern: entry.order))
        } else {
            let name = index(of: entry.name) ?? names.add(Name(name: entry.name, places: []), hash: entry.name.hash)
            names[name].places.append(places.count)
        }
        places.append(entry)
        count += 1
    }

    /// Adds the entry of a declared service in place of a former one.
    mutating func addDeclared(_ entry: RegistryEntry, replacing replaced: RegistryEntry?) {
        if let replaced { removeDeclared(replaced) }
        declared.append(entry)
    }

    mutating func removeDeclared(_ entry: RegistryEntry) { declared.removeAll { $0 === entry } }

    /// Removes the registrations of a name except contributions, and returns them.
    ///
    /// - Complexity: O(*n*) in their number, amortized.
    mutating func removeAll(named name: ServiceName?) -> [RegistryEntry] {
        guard let index = index(of: name) else { return [] }
        forgetOrder()
        let removed = names.remove(at: index).places.compactMap { exchange(&places[$0], with: nil) }
        count -= removed.count
        if places.count > 32, count * 2 < places.count { compact() }
        return removed
    }

    private func index(of entry: RegistryEntry) -> Int? {
        index(of: entry.name).flatMap { names[$0].places.first { places[$0] === entry } }
    }

    private func index(of name: ServiceName?) -> Int? { names.index(of: name.hash) { $0.name == name } }

    private mutating func compact() {
        let (entries, declared) = (Array(all), declared)
        self = Variants(of: type)
        self.declared = declared
        for entry in entries { add(entry) }
    }
}

/// The variants of all types.
extension HashTable<Variants> {
    subscript(type: ObjectIdentifier) -> Variants? { index(of: type).map { self[$0] } }

    /// Changes the variants of a type; makes them if there are none.
    mutating func change(_ type: ObjectIdentifier, _ body: (inout Variants) -> Void) {
        body(&self[index(of: type) ?? add(Variants(of: type), hash: UInt(bitPattern: type))])
    }

    /// Changes the variants of a type, if there are any.
    mutating func changeIfAny<Result>(_ type: ObjectIdentifier, _ body: (inout Variants) -> Result) -> Result? {
        guard let index = index(of: type) else { return nil }
        return body(&self[index])
    }

    private func index(of type: ObjectIdentifier) -> Int? { index(of: UInt(bitPattern: type)) }
}
