/// The instances that a container and those above it keep, and their dependencies.
struct KeptInstances {
    /// The instances of the `container` scope that the container itself keeps, by their registrations.
    private let asked: [ObjectIdentifier: [SlotTable]]
    /// The registrations by the dependencies of their instances, which are held so that no other object has their
    /// address.
    private var owners: [ObjectIdentifier: (dependencies: Dependencies, entries: [RegistryEntry])] = [:]

    /// - Complexity: O(*n*) in the number of registrations and of kept instances.
    init(in container: Container) {
        let entries = container.containerScopeEntries { _ in true }
        asked = entries.reduce(into: [:]) { asked, entry in
            if let registration = entry.registration {
                asked[ObjectIdentifier(registration), default: []].append(entry.table)
            }
        }
        for entry in container.chain.flatMap({ $0.allEntries(withDeclarations: true) }) {
            for case let dependencies? in instances(of: entry).map(\.dependencies) {
                owners[ObjectIdentifier(dependencies), default: (dependencies, [])].entries.append(entry)
            }
        }
    }

    /// The kept instances of a registration, in its owner and in the container.
    func instances(of entry: RegistryEntry) -> [CachedInstance] {
        let tables = asked[ObjectIdentifier(entry), default: []] + [entry.cacheIfMade?.own].compactMap { $0 }
        return tables.flatMap(\.all).compactMap(\.instance).filter { !$0.isGone }
    }

    /// The kept services that the kept instances of a registration were given, the oldest registration first.
    func dependencies(of entry: RegistryEntry) -> [RegistryEntry] {
        let given = instances(of: entry).flatMap { $0.dependencies?.given ?? [] }
        var found: [ObjectIdentifier: RegistryEntry] = [:]
        for entry in given.flatMap({ owners[ObjectIdentifier($0)]?.entries ?? [] }) {
            found[ObjectIdentifier(entry)] = entry
        }
        return found.values.inOrder
    }
}
