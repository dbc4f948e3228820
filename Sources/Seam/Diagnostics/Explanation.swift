extension Container {
    /// The way in which a request for a type and name would be answered from here, in a few lines.
    ///
    /// The text names the registration, the container that it comes from, and the reasons why it answers: the
    /// registration that it replaced, that of a parent that it hides, and those that were not made because their
    /// conditions were false. Then it names the scope and whether an instance is kept, decorators, hooks, aliases, and
    /// the dependencies as far as they are known: those of autowired registrations, and those that a kept instance was
    /// given. Builds nothing. May be called from any thread.
    ///
    /// - Complexity: O(*n* log *n*) in the number of registrations.
    public func explain<Service>(_ type: Service.Type, name: ServiceName? = nil) -> String {
        explanation(of: type, name: name)
    }

    private func explanation(of type: any Any.Type, name: ServiceName?) -> String {
        prepareForUse()
        let key = ServiceKey(type, name: name)
        var candidates: [Found] = []
        for owner in chain {
            let own = owner.ownEntries(of: type).filter { $0.name == name && $0.kind != .contribution }
            let known = Set(candidates.map(\.entry.key))
            candidates += own.filter { !known.contains($0.key) }.map { ($0, owner) }
        }
        guard !candidates.isEmpty else { return explanationOfAbsence(key) }
        return candidates.map { explanation(of: $0).joined(separator: "\n  ") }.joined(separator: "\n")
    }

    private func explanationOfAbsence(_ key: ServiceKey) -> String {
        let sources = sources(of: key.type, name: key.name)
        if key.type is any DerivedService.Type {
            let found = sources.entries.map { Failure.quoted($0.key) }
            let rest = found.isEmpty ? "nothing that is registered" : found.joined(separator: ", ")
            return "\(Failure.quoted(key)) has no registration of its own, and is made of \(rest)."
        }
        let notes = NearMisses(of: key, in: self).advice.notes
        return (["\(Failure.quoted(key)) is not registered."] + notes).joined(separator: "\n  ")
    }

    private func explanation(of found: Found) -> [String] {
        let (entry, owner) = found
        var lines = ["\(Failure.quoted(entry.key)) is resolved by the registration at \(entry.site.callSite)."]
        lines += reasons(for: found)
        let target: Target
        do throws(ResolutionError) {
            target = try self.target(of: found, site: entry.site)
        } catch {
            return lines + ["It cannot be resolved: \(error.description.replacing("\n", with: "\n  "))"]
        }
        if target.end !== entry {
            lines.append(
                "It is an alias of \(Failure.quoted(target.end.key)), registered at \(target.end.site.callSite)."
            )
        } else if let key = entry.target {
            lines.append(
                "It is an alias, and its target is not registered\(key.name.map { " by the name \"\($0)\"" } ?? "")."
            )
        }
        let instances = keptInstances(of: target.end)
        let kept =
            instances.isEmpty
            ? "no instance is kept"
            : instances.count == 1 ? "an instance is kept" : "\(instances.count) instances are kept"
        let scope = target.end.settings.scope
        lines.append("Scope: \(scope)\(scope.lifetime.outlivesRequests ? "; \(kept)" : "").")
        lines += parts(of: target, owner: owner)
        let dependencies = knownDependencies(of: target.end, instances)
        if !dependencies.isEmpty { lines.append("Dependencies: \(dependencies.joined(separator: ", ")).") }
        return lines
    }

    /// The reasons why a registration answers, a line each.
    private func reasons(for found: Found) -> [String] {
        let (entry, owner) = found
        var lines: [String] = []
        if owner !== self {
            let levels = chain.firstIndex { $0 === owner } ?? 0
            let place = owner.isMain ? "the main container" : "a parent"
            lines.append("It comes from \(place)\(levels > 1 ? ", \(levels) levels above" : "").")
        }
        if let site = entry.replacedSite { lines.append("It replaces the one at \(site.callSite).") }
        if let hidden = hiddenEntry(of: found) {
            lines.append("It hides the one of a parent at \(hidden.site.callSite).")
        }
        for skipped in skippedRegistrations(of: entry.type, name: entry.name) where skipped.key == entry.key {
            lines.append(
                "The one at \(skipped.site.callSite) was skipped: its condition `\(skipped.condition)` was false."
            )
        }
        return lines
    }

    /// The decorators, hooks and aliases, a line each.
    private func parts(of target: Target, owner: Container) -> [String] {
        var lines: [String] = []
        let values = target.end.settings.values
        let outer = target.containerDecorators.count
        if !values.decorators.isEmpty || outer > 0 {
            lines.append("Decorators: \(values.decorators.count) of the registration, then \(outer) of containers.")
        }
        let hooks = [
            ("onCreate", values.creationHooks.count), ("onResolved", values.resolutionHooks.count),
            ("onDispose", values.disposers.count),
        ]
        let present = hooks.filter { $0.1 > 0 }.map { "\($0.1) \($0.0)" }
        if !present.isEmpty { lines.append("Hooks: \(present.joined(separator: ", ")).") }
        let entry = target.end
        let aliases = chain.flatMap(\.ownEntries)
            .filter { $0.target?.signature == entry.signature && $0.target?.name == entry.name }
        if !aliases.isEmpty {
            lines.append("Aliases: \(aliases.map { Failure.quoted($0.key) }.joined(separator: ", ")).")
        }
        return lines
    }

    /// The registration of the same key in a container above the owner.
    private func hiddenEntry(of found: Found) -> RegistryEntry? {
        found.owner.parent?.nearestEntry(signature: found.entry.signature, name: found.entry.name)?.entry
    }

    /// The kept instances of a registration, in its owner and in this container.
    private func keptInstances(of entry: RegistryEntry) -> [CachedInstance] {
        let asked = instances.entries().filter { $0.registration === entry }.map(\.table)
        let tables = asked + [entry.settings.cache?.own].compactMap { $0 }
        return tables.flatMap(\.all).compactMap(\.instance).filter { !$0.isGone }
    }

    private func knownDependencies(of entry: RegistryEntry, _ instances: [CachedInstance]) -> [String] {
        if let wiring = entry.wiring { return wiring.map { Failure.quoted(ServiceKey($0)) } }
        let given = Set(instances.flatMap { $0.dependencies?.slots ?? [] }.map { ObjectIdentifier($0) })
        guard !given.isEmpty else { return [] }
        return chain.flatMap { $0.allEntries(withDeclarations: true) }
            .sorted { $0.order < $1.order }
            .filter { entry in
                entry.settings.cache?.own.all.contains { given.contains(ObjectIdentifier($0)) } ?? false
            }
            .map { Failure.quoted($0.key) }
    }
}
