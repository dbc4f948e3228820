extension DryRun {
    /// Builds each service of a ring once more, as the first of its ring: the instances of the others are dropped.
    ///
    /// Services that need each other through a hook or a decorator can be built if one of them is asked for, and may
    /// form a circle if another one is.
    ///
    /// - Parameter roots: All registrations of the dry run.
    func buildRings(of roots: [Root]) {
        let rings = recorder.record.rings
        guard !rings.isEmpty else { return }
        worker.findsOnlyCircles = true
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
            for asked in container.containerScopeEntries(where: { $0.registration === entry }) {
                asked.table.drop().release()
            }
        }
    }
}

extension DryRunRecord {
    /// The rings by their services, which need each other, none of them lazily.
    ///
    /// - Complexity: O(*n*) in the number of dependencies.
    var rings: [ID: Set<ID>] {
        var below: [ID: [ID]] = [:]
        for dependency in dependencies where dependency.kind != .lazy {
            below[dependency.from, default: []].append(dependency.to)
        }
        return Self.rings(below)
    }

    /// The rings by their members, which lead to each other.
    ///
    /// A ring is a strongly connected component, as Kosaraju's algorithm finds it.
    ///
    /// - Complexity: O(*n*) in the number of steps from one member to the next.
    static func rings(_ below: [ID: [ID]]) -> [ID: Set<ID>] {
        var above: [ID: [ID]] = [:]
        for (id, others) in below {
            for other in others { above[other, default: []].append(id) }
        }
        var rings: [ID: Set<ID>] = [:]
        var reached: Set<ID> = []
        // In this order, a search upwards from a service that is in no ring yet reaches only its own ring.
        for id in dependenciesFirst(Array(below.keys), below).reversed() where reached.insert(id).inserted {
            var (ring, open): (Set<ID>, [ID]) = ([id], [id])
            while let member = open.popLast() {
                for other in above[member] ?? [] where reached.insert(other).inserted {
                    ring.insert(other)
                    open.append(other)
                }
            }
            guard ring.count > 1 || below[id]?.contains(id) == true else { continue }
            for member in ring { rings[member] = ring }
        }
        return rings
    }

    /// The services that a depth-first search meets, in the order in which it leaves them.
    ///
    /// A service follows those that it needs, unless they need it in turn.
    static func dependenciesFirst(_ starts: [ID], _ next: [ID: [ID]]) -> [ID] {
        var (met, left): (Set<ID>, [ID]) = ([], [])
        var open = starts.map { (id: $0, isMet: false) }
        while let (id, isMet) = open.popLast() {
            if isMet {
                left.append(id)
            } else if met.insert(id).inserted {
                open.append((id, true))
                for other in next[id] ?? [] where !met.contains(other) { open.append((other, false)) }
            }
        }
        return left
    }
}
