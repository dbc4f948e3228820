extension DryRunRecord {
    /// The circles of services that need each other, each once, whichever of their services is asked for first.
    ///
    /// A request ends at its first fault, and finds no circle behind it. So circles of dependencies that are known
    /// without requests follow.
    ///
    /// - Complexity: O(*n* *m*) in the numbers of circles and of dependencies.
    var cycles: [ValidationFinding] {
        let met = failures.filter { $0.code == .circularDependency }
            .map { (failure: $0, circle: Self.circle(at: $0.path)) }
            .once { Set($0.circle.map(\.dryRunID)) }
        let certain = certainCircles(besides: met.map { nodes(of: $0.circle) })
        return met.map { ValidationFinding(.cycle, $0.failure, path: $0.circle) }
            + certain.map { circle in
                let (path, location) = (circle.map(\.key), circle.dropLast().last?.location)
                return ValidationFinding(.cycle, path: path, location: location, text: Failure.circleText(path))
            }
    }

    /// The part of a path that begins and ends with the service that needs itself.
    static func circle(at path: [ServiceKey]) -> [ServiceKey] {
        guard let last = path.last?.dryRunID,
            let first = path.dropLast().lastIndex(where: { $0.dryRunID == last })
        else { return path }
        return Array(path[first...])
    }

    /// The services of a path, without what is made of others, such as arrays.
    func nodes(of path: [ServiceKey]) -> [ID] { path.map(\.dryRunID).filter { self[$0] != nil } }

    /// The circles of certain dependencies: for each dependency that is in none of the circles so far, a shortest one.
    private func certainCircles(besides circles: [[ID]]) -> [[Service]] {
        let rings = Self.rings(certain)
        guard !rings.isEmpty else { return [] }
        var covered: [ID: Set<ID>] = [:]
        func cover(_ circle: [ID]) {
            for (from, to) in zip(circle, circle.dropFirst()) { covered[from, default: []].insert(to) }
        }
        circles.forEach(cover)
        var found: [[Service]] = []
        for id in services.map(\.id) {
            guard let ring = rings[id] else { continue }
            for next in certain[id] ?? [] where ring.contains(next) && covered[id]?.contains(next) != true {
                let circle = [id] + certainPath(from: next, to: id, in: ring)
                cover(circle)
                found.append(circle.compactMap { self[$0] })
            }
        }
        return found
    }

    /// A shortest path of certain dependencies within a ring, which has one.
    private func certainPath(from start: ID, to end: ID, in ring: Set<ID>) -> [ID] {
        var dependents: [ID: ID] = [:]
        var open = [start][...]
        while let id = open.popFirst(), id != end {
            for next in certain[id] ?? [] where next != start && ring.contains(next) && dependents[next] == nil {
                dependents[next] = id
                open.append(next)
            }
        }
        return sequence(first: end) { $0 == start ? nil : dependents[$0] }.reversed()
    }
}
