extension DryRun {
    /// Builds each service of a ring once more, first of all, without the instances of the others.
    ///
    /// Services that need each other through a hook or a decorator can be built if one of them is asked for, and may
    /// form a circle if another one is.
    ///
    /// - Parameter roots: All registrations of the dry run.
    func buildRings(of roots: [Root]) {
        let rings = recorder.record.rings
        guard !rings.isEmpty else { return }
        let worker = DryRunWorker(copy, recorder, findsOnlyCircles: true)
        let entries = Dictionary(
            grouping: copy.chain.flatMap { $0.allEntries(withDeclarations: true) },
            by: \.dryRunID
        )
        for root in roots {
            guard let ring = rings[root.entry.dryRunID] else { continue }
            for member in ring.flatMap({ entries[$0] ?? [] }) { dropInstances(of: member) }
            worker.build(root)
        }
    }

    private func dropInstances(of entry: RegistryEntry) {
        entry.dropInstances().release()
        for container in copy.chain {
            for asked in container.askedEntries(where: { $0.registration === entry }) { asked.table.drop().release() }
        }
    }
}

extension DryRunRecord {
    /// The rings by their services, which need each other, none of them lazily.
    ///
    /// - Complexity: O(*n*) in the number of dependencies, if there are no rings.
    var rings: [ID: Set<ID>] {
        var (below, above): ([ID: Set<ID>], [ID: Set<ID>]) = ([:], [:])
        for dependency in dependencies where dependency.kind != .lazy {
            below[dependency.from, default: []].insert(dependency.to)
            above[dependency.to, default: []].insert(dependency.from)
        }
        // A service that needs nothing, or only such services, is part of no ring.
        var free = Array(above.keys.filter { below[$0] == nil })
        while let id = free.popLast() {
            for dependent in above[id] ?? [] {
                below[dependent]?.remove(id)
                if below[dependent]?.isEmpty ?? false {
                    below[dependent] = nil
                    free.append(dependent)
                }
            }
        }
        var rings: [ID: Set<ID>] = [:]
        for id in below.keys {
            let needed = Self.reached(from: id, below)
            if needed.contains(id) { rings[id] = needed.intersection(Self.reached(from: id, above)) }
        }
        return rings
    }

    /// The services that are some steps away from another one.
    private static func reached(from start: ID, _ next: [ID: Set<ID>]) -> Set<ID> {
        var reached: Set<ID> = []
        var open = [start]
        while let id = open.popLast() {
            for other in next[id] ?? [] where reached.insert(other).inserted { open.append(other) }
        }
        return reached
    }
}
