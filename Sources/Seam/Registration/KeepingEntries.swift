/// The registrations that a container has kept instances of, by the scopes of the instances: a reset looks at no others.
struct KeepingEntries: Sendable {
    /// The registrations whose instances have had one scope; those with no scope as key have had several.
    private var entries: [Scope?: [RegistryEntry]] = [:]
    private var places: [ObjectIdentifier: Place] = [:]

    /// The place of a registration among those of its scope.
    private struct Place {
        let scope: Scope?
        var index: Int
    }

    /// The registrations that may have instances of a scope, or of any.
    ///
    /// - Complexity: O(*n*) in the number of the result.
    func entries(of scope: Scope?) -> [RegistryEntry] {
        guard let scope else { return entries.values.flatMap(\.self) }
        // Copied: the thread sanitizer does not see that a list is not changed while another thread holds it too.
        let own = entries[scope]?.map(\.self) ?? []
        return entries[nil].map { own + $0 } ?? own
    }

    /// Notes a registration whose instances have the given scope; `nil` if they may have several.
    ///
    /// - Complexity: O(1), amortized, as that of ``remove(_:)``.
    mutating func note(_ entry: RegistryEntry, under scope: Scope?) {
        guard let place = places[ObjectIdentifier(entry)] else { return append(entry, under: scope) }
        guard place.scope != nil, place.scope != scope else { return }
        remove(entry)
        append(entry, under: nil)
    }

    /// Forgets a registration, which the caller releases.
    mutating func remove(_ entry: RegistryEntry) {
        guard let place = places.removeValue(forKey: ObjectIdentifier(entry)) else { return }
        if let moved = Self.remove(at: place.index, from: &entries[place.scope]) {
            places[ObjectIdentifier(moved)]?.index = place.index
        }
    }

    private mutating func append(_ entry: RegistryEntry, under scope: Scope?) {
        let index = Self.append(entry, to: &entries[scope, default: []])
        places[ObjectIdentifier(entry)] = Place(scope: scope, index: index)
    }

    /// - Returns: The index of the registration.
    private static func append(_ entry: RegistryEntry, to list: inout [RegistryEntry]) -> Int {
        list.append(entry)
        return list.count - 1
    }

    /// Removes a registration from a list, and the list if it was the only one.
    ///
    /// - Returns: The registration that takes the place, if one does.
    private static func remove(at index: Int, from list: inout [RegistryEntry]?) -> RegistryEntry? {
        guard let last = list?.popLast(), let count = list?.count else { return nil }
        if count == 0 { list = nil }
        guard index < count else { return nil }
        list?[index] = last
        return last
    }
}
