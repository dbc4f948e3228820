extension Container {
    /// Explains in a few lines how the container answers a request for a type and name.
    ///
    /// The text names the registration, the container that it comes from, and the reasons why it answers: the
    /// registration that it replaced, that of a parent that it hides, and those that were not made because their
    /// conditions were false. Then it names the scope and whether an instance is kept, the decorators in their order
    /// with their places, hooks, aliases, and the dependencies that are known: those of autowired registrations, and
    /// those that a kept instance was given. The declared services of the type follow, if they were read or overridden.
    /// Builds nothing. May be called from any thread.
    ///
    /// - Complexity: O(*n* log *n*) in the number of registrations and kept instances of the container and of those
    ///   above it, and O(*m*) for each alias in the number of aliases behind it.
    public func explain<Service>(_ type: Service.Type, name: ServiceName? = nil) -> String {
        explanation(of: type, name: name)
    }

    /// Explains how the container answers a request for the type and name of a key, such as one of ``registrations``;
    /// see ``explain(_:name:)``.
    ///
    /// - Complexity: That of ``explain(_:name:)``.
    public func explain(_ key: ServiceKey) -> String { explanation(of: key.type, name: key.name) }

    private func explanation(of type: any Any.Type, name: ServiceName?) -> String {
        for container in chain { container.prepareForUse() }
        let key = ServiceKey(type, name: name)
        var candidates: [Found] = []
        for owner in chain {
            let own = owner.ownEntries(of: type).filter { $0.name == name && $0.isFoundByKey }
            let known = Set(candidates.map(\.entry.key))
            candidates += own.filter { !known.contains($0.key) }.map { ($0, owner) }
        }
        let aliases = candidates.isEmpty ? [:] : aliasesByTarget()
        let kept = KeptInstances(in: self)
        let registered = candidates.map { explanation(of: $0, kept, aliases).joined(separator: "\n  ") }
        let declared = name == nil ? declaredServices(of: type).map { explanation(ofDeclared: $0, kept) } : []
        let first = registered.isEmpty ? [explanationOfAbsence(key)] : registered
        return (first + declared.map { $0.joined(separator: "\n  ") }).joined(separator: "\n")
    }

    private func explanationOfAbsence(_ key: ServiceKey) -> String {
        let sources = sources(of: key.type, name: key.name)
        if key.type is any DerivedService.Type {
            let found = sources.entries.map { Failure.quoted($0.key) }
            let rest = found.isEmpty ? "nothing that is registered" : found.joined(separator: ", ")
            return "\(Failure.quoted(key)) has no registration of its own, and is made of \(rest)."
        }
        let notes = NearMisses(of: key, in: self, isOfExplanation: true).advice.notes
        return (["\(Failure.quoted(key)) is not registered."] + notes).joined(separator: "\n  ")
    }

    /// - Parameter aliases: Those of ``aliasesByTarget()``.
    private func explanation(
        of found: Found,
        _ kept: KeptInstances,
        _ aliases: [Int: [RegistryEntry]]
    ) -> [String] {
        let entry = found.entry
        var lines = ["\(Failure.quoted(entry.key)) is resolved by the registration at \(entry.site.callSite)."]
        lines += reasons(for: found)
        let end: RegistryEntry
        do throws(ResolutionError) {
            end = try self.end(of: found, site: entry.site)
        } catch {
            return lines + ["It cannot be resolved: \(error.description.replacing("\n", with: "\n  "))"]
        }
        if end !== entry {
            lines.append("It is an alias of \(Failure.quoted(end.key)), registered at \(end.site.callSite).")
        } else if case .key(_, let name) = entry.aliasTarget {
            let byName = name.map { " by the name \($0.literal)" } ?? ""
            lines.append("It is an alias, and its target is not registered\(byName).")
        }
        let targets = targets(of: found)
        lines += parts(of: targets, ending: end, kept)
        let aliases = aliases[end.order, default: []].filter { $0 !== entry }
        if !aliases.isEmpty {
            lines.append("Aliases: \(aliases.map { Failure.quoted($0.key) }.joined(separator: ", ")).")
        }
        return lines + dependencies(of: end, keptBy: Self.keeper(targets, ending: end), kept)
    }

    /// The aliases that requests for their keys lead to, by the ``RegistryEntry/order`` of the registrations at their
    /// ends.
    private func aliasesByTarget() -> [Int: [RegistryEntry]] {
        var aliases: [Int: [RegistryEntry]] = [:]
        for alias in chain.flatMap(\.ownEntries) where alias.kind == .alias {
            guard let nearest = nearestEntry(signature: alias.signature, alias.name), nearest.entry === alias,
                let end = try? end(of: nearest, site: alias.site)
            else { continue }
            aliases[end.order, default: []].append(alias)
        }
        return aliases
    }

    /// The reasons why a registration answers, a line each.
    private func reasons(for found: Found) -> [String] {
        let (entry, owner) = found
        var lines: [String] = []
        if owner !== self { lines.append("It comes from \(relation(to: owner)).") }
        if let site = entry.replacedSite { lines.append("It replaces the one at \(site.callSite).") }
        if let hidden = hiddenEntry(of: found) {
            lines.append("It hides the one of a parent at \(hidden.site.callSite).")
        }
        return lines + skipped(of: entry)
    }

    /// The registrations of the key that were not made, a line each.
    private func skipped(of entry: RegistryEntry) -> [String] {
        skippedRegistrations(of: entry.type, name: entry.name).filter { $0.key == entry.key }
            .map { "The one \($0.text)" }
    }

    /// A container of the chain, as seen from this one.
    private func relation(to container: Container) -> String {
        guard container !== self else { return "this container" }
        let levels = chain.firstIndex { $0 === container } ?? 0
        let place = container.isMain ? "the main container" : "a parent"
        return "\(place)\(levels > 1 ? ", \(levels) levels above" : "")"
    }

    /// The scope, decorators and hooks, a line each.
    ///
    /// - Parameter end: The registration at the end of a chain of aliases.
    private func parts(of targets: [Target], ending end: RegistryEntry, _ kept: KeptInstances) -> [String] {
        let number = kept.instances(of: Self.keeper(targets, ending: end)).count
        let count =
            number == 0 ? "no instance is kept" : number == 1 ? "an instance is kept" : "\(number) instances are kept"
        let scope = end.settings.scope
        var lines = ["Scope: \(scope)\(scope.lifetime.outlivesRequests ? "; \(count)" : "")."]
        if end.isAwaited { lines.append("Its factory is async.") }
        if Self.areBuiltOnMainActor(targets, ending: end) { lines.append("It is built on the main actor.") }
        let decorators = targets.reversed().flatMap { self.decorators(of: $0) }
        if !decorators.isEmpty {
            let order = decorators.count > 1 ? ", the innermost first" : ""
            lines.append("Decorators\(order): \(decorators.joined(separator: ", ")).")
        }
        let hooks = end.hookCounts
        let present = [
            (hooks.onCreate, "onCreate"), (hooks.onResolved, "onResolved"), (hooks.onDispose, "onDispose"),
        ]
        .filter { $0.0 > 0 }
        if !present.isEmpty { lines.append("Hooks: \(present.map { "\($0.0) \($0.1)" }.joined(separator: ", ")).") }
        return lines
    }

    /// Whether a registration at the end of targets, or one of them, is built on the main actor.
    static func areBuiltOnMainActor(_ targets: [Target], ending end: RegistryEntry) -> Bool {
        end.isDeclaredOnMainActor || targets.contains(where: \.needsMainActor)
    }

    /// The target of a registration and, if it is an alias, those of the registrations that it leads to.
    func targets(of found: Found) -> [Target] {
        // No circle: the end has been found before.
        guard let target = try? target(of: found, site: found.entry.site, isQuery: true) else { return [] }
        let next = found.entry.aliasTarget.flatMap { target.builder.nearestEntry($0) }
        return [target] + (next.map { target.builder.targets(of: $0) } ?? [])
    }

    /// The registration that keeps the instance: that of the first alias with decorators, or the one at the end.
    private static func keeper(_ targets: [Target], ending end: RegistryEntry) -> RegistryEntry {
        targets.first { !$0.containerDecorators.isEmpty }?.entry ?? end
    }

    /// The decorators of a registration, the innermost first, each with the place at which it was added and its owner.
    private func decorators(of target: Target) -> [String] {
        let entry = target.entry
        let ofDeclaration = entry.declaration?.decorators.map { "\($0.callSite) (of the declaration)" } ?? []
        let own = entry.settings.values.decorators.map { "\($0.site.callSite) (of the registration)" }
        // From the outermost inwards, so that the nearest container replaces those above.
        var owners: [ObjectIdentifier: Container] = [:]
        for owner in chain.reversed() {
            let own = owner.decorators(of: entry.type, name: entry.name, upTo: owner)
            for decorator in own { owners[ObjectIdentifier(decorator)] = owner }
        }
        let outer = target.containerDecorators.map { decorator in
            let owner = owners[ObjectIdentifier(decorator)] ?? target.owner
            return "\(decorator.placed.site.callSite) (of \(relation(to: owner)))"
        }
        return ofDeclaration + own + outer
    }

    /// The registration of the same key in a container above the owner; an override is filed at every level.
    private func hiddenEntry(of found: Found) -> RegistryEntry? {
        var above = found.owner.parent
        while let next = above?.nearestEntry(signature: found.entry.signature, found.entry.name) {
            guard next.entry === found.entry else { return next.entry }
            above = next.owner.parent
        }
        return nil
    }

    /// The known dependencies, in one line.
    ///
    /// - Parameter keeper: The alias that keeps the instance, whose decorators may have been given services; or the
    ///   registration itself.
    private func dependencies(
        of entry: RegistryEntry,
        keptBy keeper: RegistryEntry,
        _ kept: KeptInstances
    ) -> [String] {
        let own = entry.wiring.map { $0.map { ServiceKey($0) } } ?? kept.dependencies(of: entry).map(\.key)
        let ofAlias = keeper === entry ? [] : kept.dependencies(of: keeper).filter { $0 !== entry }.map(\.key)
        let known = (own + ofAlias).once { $0 }.map { Failure.quoted($0) }
        return known.isEmpty ? [] : ["Dependencies: \(known.joined(separator: ", "))."]
    }

    // MARK: - Declared services

    /// The nearest entries of the declared services of a type, in the order of their first uses.
    private func declaredServices(of type: any Any.Type) -> [Found] {
        var found: [Found] = []
        for owner in chain {
            for entry in owner.declaredEntries(of: type) where !found.contains(where: { entry.replaces($0.entry) }) {
                found.append((entry, owner))
            }
        }
        return found.sorted { $0.entry.order < $1.entry.order }
    }

    private func explanation(ofDeclared found: Found, _ kept: KeptInstances) -> [String] {
        let (entry, owner) = found
        let place = entry.declaration?.place.site ?? entry.site
        var lines = ["\(Failure.quoted(entry.key)) is declared at \(place.callSite)."]
        if entry.kind != .declaration {
            let whose = owner === self ? "" : ", in \(relation(to: owner))"
            lines.append("It is overridden at \(entry.site.callSite)\(whose).")
        }
        return lines + skipped(of: entry) + parts(of: targets(of: found), ending: entry, kept)
            + dependencies(of: entry, keptBy: entry, kept)
    }
}

/// Facts about a declared service, whose factory comes with its requests.
extension RegistryEntry {
    fileprivate var isDeclaredOnMainActor: Bool {
        guard let declaration else { return false }
        return declaration.isCompletedOnMainActor || (kind == .declaration && declaration.isBuiltOnMainActor)
    }
}
