extension DryRun {
    /// Builds the services of each ring once more, each of them first, without the instances of the others.
    ///
    /// Services that need each other through a hook or a decorator can be built if one of them is asked for, and may
    /// form a circle if another one is.
    func buildRings(of roots: [Root], isOnMainActor: Bool) {
        let rings = recorder.record.rings
        guard !rings.isEmpty else { return }
        let worker = DryRunWorker(copy, recorder, findsOnlyCircles: true)
        let entries = Dictionary(
            grouping: copy.chain.flatMap { $0.allEntries(withDeclarations: true) },
            by: \.dryRunID
        )
        for ring in rings {
            let members = ring.flatMap { entries[$0] ?? [] }
            for root in roots where ring.contains(root.entry.dryRunID) {
                for member in members { dropInstances(of: member) }
                switch root.kind {
                case .async: worker.buildAsync(root)
                case .mainActor where isOnMainActor: worker.buildHere(root)
                case .mainActor: worker.buildAsync(root)
                default: worker.build([root])
                }
            }
        }
    }

    private func dropInstances(of entry: RegistryEntry) {
        entry.dropInstances().release()
        for container in copy.chain {
            for asked in container.instances.entries() where asked.registration === entry {
                asked.table.drop().release()
            }
        }
    }
}

extension DryRunRecord {
    /// The services that need each other, through a hook or a decorator at least once.
    var rings: [Set<ID>] {
        var below: [ID: [ID]] = [:]
        var above: [ID: [ID]] = [:]
        let eager = dependencies.filter { $0.kind != .lazy }
        for dependency in eager {
            below[dependency.from, default: []].append(dependency.to)
            above[dependency.to, default: []].append(dependency.from)
        }
        var rings: Set<Set<ID>> = []
        for dependency in eager where dependency.kind == .hook || dependency.kind == .decorator {
            let needed = Self.reached(from: dependency.to, below)
            guard needed.contains(dependency.from) else { continue }
            rings.insert(needed.intersection(Self.reached(from: dependency.from, above)))
        }
        return Array(rings)
    }

    private static func reached(from start: ID, _ next: [ID: [ID]]) -> Set<ID> {
        var reached: Set<ID> = [start]
        var open = [start]
        while let id = open.popLast() {
            for other in next[id] ?? [] where reached.insert(other).inserted { open.append(other) }
        }
        return reached
    }
}
