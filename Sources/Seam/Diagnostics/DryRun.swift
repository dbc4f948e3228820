/// A dry run: every registration of a container and of those above it is built once, in a copy.
///
/// The registrations are built in this order:
///
/// 1. async ones and kept ones of the main actor, since synchronous factories may find their instances;
/// 2. synchronous ones;
/// 3. the others of the main actor;
/// 4. again and again, those that have failed because something was not built yet;
/// 5. once more, in other orders, services that need each other through hooks or decorators.
struct DryRun {
    /// One registration to build.
    struct Root: Sendable {
        let request: ErasedRequest
        /// The target of the request; `nil` if its aliases form a circle.
        let target: Target?

        var entry: RegistryEntry { request.found.entry }
    }

    let copy: Container
    let recorder: DryRunRecorder
    let worker: DryRunWorker

    private init(_ copy: Container, _ recorder: DryRunRecorder) {
        (self.copy, self.recorder, worker) = (copy, recorder, DryRunWorker(copy, recorder))
    }

    /// The record of a dry run of a container.
    ///
    /// The record is empty if a factory that a dry run calls asks for it. Otherwise each dry run would begin another.
    static func record(
        of container: Container,
        _ samples: (inout ValidationSamples) -> Void
    ) -> DryRunRecord {
        guard !container.isOfDryRun, !Container.current.isOfDryRun else { return DryRunRecord() }
        var values = ValidationSamples()
        samples(&values)
        let copy = Container(copying: container)
        let recorder = DryRunRecorder(samples: values.all, copies: zip(container.chain, copy.chain))
        for container in copy.chain {
            container.state.withLock { $0.isOfDryRun = true }
            container.add(recorder)
        }
        defer {
            recorder.end()
            for container in copy.chain {
                container.remove(recorder)
                // A thread that was left behind may hold the copy.
                container.reset()
            }
        }
        DryRun(copy, recorder).run(samples: values)
        return recorder.record
    }

    private func run(samples: ValidationSamples) {
        let roots = roots(samples: samples)
        checkTypes(of: roots)
        func build(_ place: BuildPlace, where condition: (Root) -> Bool = { _ in true }) {
            for root in roots where root.place == place && condition(root) { worker.build(root) }
        }
        build(.task)
        build(.mainActor, where: \.isKept)
        // The async ones that have failed may need these. The services of the main actor that follow may need the async
        // ones in turn.
        for root in worker.takePostponed() { worker.build(root) }
        worker.build(roots.filter { $0.place == .thread })
        build(.mainActor) { !$0.isKept }
        repeat { buildPostponed() } while buildLazyRoots()
        buildRings(of: roots)
    }

    /// Builds the declared services that lazy values have asked for.
    ///
    /// - Returns: Whether there were any.
    private func buildLazyRoots() -> Bool {
        let roots = recorder.takeLazyRoots()
        for root in roots { worker.build(root) }
        return !roots.isEmpty
    }

    /// Builds again the registrations that have failed because something was not built yet, as long as this lets more
    /// of them succeed.
    private func buildPostponed() {
        var (postponed, isLast) = (worker.takePostponed(), false)
        while !postponed.isEmpty {
            for root in postponed { worker.build(root, isLast: isLast) }
            let left = worker.takePostponed()
            isLast = left.count == postponed.count
            postponed = left
        }
        worker.recordLacking()
    }

    /// The registrations to build; those with arguments and without values are recorded.
    private func roots(samples: ValidationSamples) -> [Root] {
        var roots: [Root] = []
        for owner in copy.chain.reversed() {
            for entry in owner.ownEntries {
                recorder.add(entry)
                let isVisible = entry.kind == .contribution || isNearest(entry)
                let asked = isVisible ? copy : owner
                let end = try? asked.end(of: (entry, owner), site: entry.site)
                let arguments = entry.arguments.isEmpty ? nil : samples.values(for: entry, aliasOf: end)
                guard entry.arguments.isEmpty || arguments != nil else {
                    // The target of an alias lacks the same values, and is one fault with it.
                    if end === entry || end == nil {
                        recorder.change { $0.withoutSample.append((entry.dryRunID, samples.types(for: entry))) }
                    }
                    continue
                }
                roots.append(
                    Root(ErasedRequest(found: (entry, owner), asked: asked, arguments: arguments, site: entry.site))
                )
            }
        }
        return roots
    }

    private func isNearest(_ entry: RegistryEntry) -> Bool {
        copy.nearestEntry(signature: entry.signature, entry.name)?.entry === entry
    }
}

extension DryRun.Root {
    fileprivate var isKept: Bool { entry.settings.scope.lifetime.outlivesRequests }

    /// The mark of the registration as one that needs no more building.
    var checked: DryRunRecord.Checked { DryRunRecord.Checked(entry, for: request.asked) }

    var place: BuildPlace { target?.place(request.declared) ?? .thread }

    /// The container that the registration is built in.
    fileprivate var builder: Container { target?.builder ?? request.asked }

    /// The registration that an alias leads to; `nil` if there is none, or if it leads back to the alias.
    fileprivate var aliased: Container.Found? { entry.aliasTarget.flatMap { target?.builder.nearestEntry($0) } }

    init(_ request: ErasedRequest) {
        self.request = request
        target = request.asked.presumedTarget(of: request.found)
    }

    /// The declared service that a lazy value asks for; `nil` if it asks for no declared one.
    init?(_ dependency: LazyDependency, asked: Container) {
        guard let (found, parts, arguments) = dependency.declared else { return nil }
        let site = dependency.site
        self.init(ErasedRequest(found: found, asked: asked, arguments: arguments, site: site, declared: parts))
    }
}

// MARK: - Autowired registrations

extension DryRun {
    /// The dependencies that are known without building: those that autowired registrations have by their types.
    private struct Wiring {
        var sources: [DryRunRecord.ID: [Sources]] = [:]
        var builders: [DryRunRecord.ID: Container] = [:]

        func hasMissingSource(_ entry: RegistryEntry) -> Bool {
            sources[entry.dryRunID]?.contains { $0.missing != nil } == true
        }

        /// The registrations that a build of another one asks for.
        func dependencies(of entry: RegistryEntry) -> [Container.Found] {
            sources[entry.dryRunID]?.filter { !$0.isLazy }.flatMap(\.found) ?? []
        }

        /// Whether a dependency is built in the container that its types were looked up in.
        ///
        /// A service that a parent keeps is built there, and may find other services than the child that was asked.
        func isLookedUp(_ dependency: Container.Found, by entry: RegistryEntry) -> Bool {
            builders[dependency.entry.dryRunID] === builders[entry.dryRunID]?.builder(of: dependency)
        }
    }

    /// Records the dependencies of autowired registrations, and marks the registrations that need no building as
    /// checked.
    ///
    /// A registration needs no building if it is autowired or a value, has no decorators and hooks, and if its
    /// dependencies need no building either, are built in the containers that their types were looked up in, and lead
    /// to no circle.
    private func checkTypes(of roots: [Root]) {
        let wiring = wiring(of: roots)
        var needed: [DryRunRecord.ID: [DryRunRecord.ID]] = [:]
        for entry in roots.map(\.entry) where entry.wiring != nil || entry.kind == .value {
            let dependencies = wiring.dependencies(of: entry)
            guard isPlain(entry), !wiring.hasMissingSource(entry),
                dependencies.allSatisfy({ wiring.isLookedUp($0, by: entry) })
            else { continue }
            needed[entry.dryRunID] = dependencies.map(\.entry.dryRunID)
        }
        var checked: Set<DryRunRecord.ID> = []
        // One service of each circle comes before a service that it needs. So no service of the circle is checked, and
        // none that needs one of them.
        for id in DryRunRecord.dependenciesFirst(Array(needed.keys), needed) {
            if needed[id]?.allSatisfy(checked.contains) == true { checked.insert(id) }
        }
        let plain = roots.filter { checked.contains($0.entry.dryRunID) }.map(\.checked)
        recorder.change { $0.checked.formUnion(plain) }
        noteCertainDependencies(of: roots, wiring)
    }

    private func wiring(of roots: [Root]) -> Wiring {
        var wiring = Wiring()
        for root in roots {
            let builder = root.builder
            wiring.builders[root.entry.dryRunID] = builder
            guard let types = root.entry.wiring else { continue }
            let found = types.map { builder.sources(of: $0) }
            wiring.sources[root.entry.dryRunID] = found
            for source in found {
                let (entry, id) = (root.entry, ObjectIdentifier(builder))
                recorder.note(source, of: entry, builtIn: id, path: [entry.key], in: builder, site: entry.site)
            }
        }
        return wiring
    }

    /// Records the dependencies that every build of their dependents asks for, autowired ones and those of aliases.
    private func noteCertainDependencies(of roots: [Root], _ wiring: Wiring) {
        for root in roots {
            let entry = root.entry
            // The storage of a scope of the program's own may have the instance.
            if case .stored = entry.settings.scope.lifetime { continue }
            let found = (wiring.dependencies(of: entry) + [root.aliased].compactMap(\.self))
                .filter { wiring.isLookedUp($0, by: entry) }
                .map(\.entry.dryRunID)
            if !found.isEmpty { recorder.change { $0.certain[entry.dryRunID] = found } }
        }
    }

    private func isPlain(_ entry: RegistryEntry) -> Bool {
        let settings = entry.settings
        // Only a build shows whether the instance can be held weakly.
        let isWeak = if case .shared = settings.scope.lifetime { true } else { false }
        guard !isWeak || entry.type is AnyClass else { return false }
        return !settings.hasDecorators && !settings.hasHooks
            && copy.chain.allSatisfy { $0.decorators(of: entry.type, name: entry.name, upTo: $0).isEmpty }
    }
}

extension Container {
    /// The container in which a registration is built for a request to this one.
    fileprivate func builder(of found: Found) -> Container { presumedTarget(of: found)?.builder ?? self }

    /// The target of a request to this container; `nil` if its aliases form a circle.
    fileprivate func presumedTarget(of found: Found) -> Target? {
        try? target(of: found, site: found.entry.site, isQuery: true)
    }
}
