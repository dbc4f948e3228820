extension DryRunRecord {
    /// The kept services that hold one that is kept for a shorter time, directly or through services that are not kept.
    ///
    /// The name is Mark Seemann's (*Captive Dependency*, 2014). A service behind a `Lazy` is held from its first use
    /// on, and is one too. A service that is resolved at each use, such as that of a `Provider`, is none.
    var captives: [ValidationFinding] {
        captivePaths.compactMap { path in
            let services = path.compactMap { self[$0] }
            guard let holder = services.first, let held = services.last else { return nil }
            let text = ErrorText(
                summary: "\(Failure.quoted(holder.key)) is kept by the scope '\(end(of: holder).scope)' and holds "
                    + "\(Failure.quoted(held.key)), which '\(held.scope)' keeps for a shorter time.",
                remedy: Self.remedy(for: end(of: holder), of: held),
                place: "registered"
            )
            return ValidationFinding(.captive, path: services.map(\.key), location: holder.location, text: text)
        }
    }

    private static func remedy(for holder: Service, of held: Service) -> String {
        if case .container = held.scope.lifetime {
            return "give \(Failure.quoted(holder.key)) the scope 'container' too, so that each container has its own."
        }
        let wrapper = held.key.declaration == nil ? "Provider" : "`@DynamicInject(\(held.key))`"
        let services = "\(Failure.quoted(holder.key)) and \(Failure.quoted(held.key))"
        return "take it as \(wrapper), or give \(services) the same scope."
    }

    /// A service as a part of a holder.
    ///
    /// A registration may be built in several containers, and is given other services in each.
    private struct Part: Hashable {
        let id: ID
        /// The container in which its dependent was built; `nil` for the holder.
        let builder: ObjectIdentifier?
    }

    /// The shortest path from each kept service to each one that it holds and that is kept for a shorter time.
    ///
    /// The services between the two have scopes without a time of their own, such as unique and shared: they live as
    /// long as their holder. An alias is kept as its target is, and holds what its decorators have been given.
    var captivePaths: [[ID]] {
        var held: [ID: [Dependency]] = [:]
        for dependency in dependencies where dependency.kind != .lazy || heldLater.contains(dependency) {
            held[dependency.from, default: []].append(dependency)
        }
        var found: [[ID]] = []
        for holder in services {
            let scope = end(of: holder).scope
            guard scope.permanence != nil else { continue }
            // The holders of the parts that were reached.
            var (holders, captives): ([Part: Part], Set<ID>) = ([:], [])
            var open = [Part(id: holder.id, builder: nil)][...]
            while let part = open.popFirst() {
                for next in parts(of: part, held[part.id] ?? []) where holders[next] == nil {
                    guard next.id != holder.id, let service = self[next.id], isHolding(part.id, next.id, for: holder)
                    else { continue }
                    holders[next] = part
                    if service.scope.isShorter(than: scope), captives.insert(next.id).inserted {
                        found.append(path(to: next, from: holders))
                    }
                    if service.scope.permanence == nil { open.append(next) }
                }
            }
        }
        return found
    }

    /// The services that a part was given, once for each container in which its requests were made.
    private func parts(of part: Part, _ dependencies: [Dependency]) -> [Part] {
        let all = dependencies.flatMap { dependency in
            builders[dependency, default: []].map { Part(id: dependency.to, builder: $0) }
        }
        guard let builder = part.builder else { return all }
        let own = all.filter { $0.builder == builder }
        // A kept service, or a kept alias, was built in another container than the one that was asked.
        let isBuiltWhereAsked = self[part.id].map { end(of: $0).scope.lifetime.isOfAskedContainer } ?? false
        return own.isEmpty && !isBuiltWhereAsked ? all : own
    }

    /// Whether `holder` holds the service `next`, which the service `id` was given.
    ///
    /// If `id` is a kept alias, the alias holds the services that its decorators were given, and `holder` does not.
    private func isHolding(_ id: ID, _ next: ID, for holder: Service) -> Bool {
        guard id != holder.id, let target = targets[id], let alias = self[id] else { return true }
        return next == target || end(of: alias).scope.permanence == nil
    }

    private func path(to part: Part, from holders: [Part: Part]) -> [ID] {
        sequence(first: part) { holders[$0] }.map(\.id).reversed()
    }
}

extension Scope {
    /// The order of the scopes by the time for which they keep instances; `nil` if that is not known, or if the
    /// instances live as long as their holders.
    ///
    /// Cached scopes of different names are equal, since nobody knows which is reset first.
    fileprivate var permanence: Int? {
        switch lifetime {
        case .kept: self == .singleton ? 3 : 2
        case .container, .expiring: 1
        case .unique, .graph, .shared, .stored: nil
        }
    }

    /// Whether an instance that another scope keeps may outlive one of this scope.
    fileprivate func isShorter(than other: Scope) -> Bool {
        if case .expiring(let limit) = lifetime, case .expiring(let other) = other.lifetime {
            return limit.duration < other.duration
        }
        guard let own = permanence, let permanence = other.permanence, own < permanence else { return false }
        // An instance of a container goes with it, and so does a cached one of the same container.
        if case .container = lifetime { return other == .singleton }
        return true
    }
}
