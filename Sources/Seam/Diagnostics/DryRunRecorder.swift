internal import Synchronization

/// The listener that records a dry run.
final class DryRunRecorder: RequestListener {
    private struct State {
        var record = DryRunRecord()
        var steps: [DryRunRecord.ID: Steps] = [:]
        /// The declared services that lazy values have asked for.
        var askedLazily: Set<DryRunRecord.ID> = []
        /// Those of them that are yet to be built.
        var lazyRoots: [DryRun.Root] = []
    }

    /// The steps of the builds of one service.
    ///
    /// A build may be part of another one, with other arguments.
    private struct Steps {
        /// The step of each build under way, the innermost last; `nil` while its factory runs.
        var underWay: [DependencyGraph.Edge.Kind?]

        /// The kind of a dependency that is asked for now; `nil` if the factory asks.
        ///
        /// After the builds, requests with the service on their path come from its `onResolved` hooks.
        var kind: DependencyGraph.Edge.Kind? { underWay.last ?? .hook }
    }

    private let samples: [ValidationSamples.Sample]
    private let state = Lock(State())
    /// The copies of the containers that the dry run is for.
    private let copies: Lock<[ObjectIdentifier: Container]>

    /// Whether the program has begun a dry run; few do, and the others need not look for one.
    static let wasMade = Atomic<Bool>(false)

    init(samples: [ValidationSamples.Sample], copies: some Sequence<(Container, Container)>) {
        self.samples = samples
        self.copies = Lock(Dictionary(uniqueKeysWithValues: copies.map { (ObjectIdentifier($0), $1) }))
        Self.wasMade.store(true, ordering: .relaxed)
    }

    var record: DryRunRecord { state.withLock { $0.record } }

    func change<Result: Sendable>(_ body: (inout DryRunRecord) -> Result) -> Result {
        state.withLock { body(&$0.record) }
    }

    /// Whether a registration needs no more building: its hooks have run, or its types are enough.
    func isChecked(_ root: DryRun.Root) -> Bool { change { $0.checked.contains(root.checked) } }

    /// Whether the dry run is over.
    var isOver: Bool { copies.withLock { $0.isEmpty } }

    /// Ends the dry run, and releases the copies, which have this listener.
    func end() {
        copies.withLockReleasing { exchange(&$0, with: [:]) }
    }

    /// The copy of a container, if the dry run has one.
    func copy(of container: Container) -> Container? { copies.withLock { $0[ObjectIdentifier(container)] } }

    /// The sample for a registration that takes any one value.
    func untypedSample(for entry: RegistryEntry) -> Any? {
        let fitting = samples.lazy.filter { $0.type == entry.type && $0.name == entry.name && $0.list.types.count == 1 }
        return fitting.first.flatMap { $0.list.values(at: ArgumentAddress($0.values)).first }
    }

    func add(_ entry: RegistryEntry) {
        let id = entry.dryRunID
        guard state.withLock({ $0.record[id] == nil }) else { return }
        let service = DryRunRecord.Service(entry)
        state.withLock { $0.record.add(service) }
    }

    func requestBegan(_ report: RequestReport) {
        let (entry, stack) = (report.entry, Stack())
        let (dependent, builder) = (stack.innermost, Container.withCurrent { ObjectIdentifier($0) })
        // A build that was left behind has no end: the next one begins anew, unless it is part of another.
        let isNested = stack.contains(entry)
        add(entry)
        if let dependent { add(dependent) }
        state.withLock { state in
            let outer = isNested ? state.steps[entry.dryRunID]?.underWay ?? [] : []
            state.steps[entry.dryRunID] = Steps(underWay: outer + [nil])
            guard let dependent else { return }
            let kind: DependencyGraph.Edge.Kind =
                if entry.kind == .contribution, dependent.contributionOrder != entry.order { .contribution } else {
                    state.steps[dependent.dryRunID]?.kind ?? (dependent.aliasTarget == nil ? .eager : .alias)
                }
            state.record.add(.init(from: dependent.dryRunID, to: entry.dryRunID, kind: kind), in: builder)
        }
    }

    func requestReached(_ step: RequestReport.Step, _ report: RequestReport) {
        let kind: DependencyGraph.Edge.Kind =
            switch step {
            case .decorators: .decorator
            case .hooks: .hook
            }
        state.withLock { state in
            guard let last = state.steps[report.entry.dryRunID]?.underWay.indices.last else { return }
            state.steps[report.entry.dryRunID]?.underWay[last] = kind
        }
    }

    func requestEnded(_ report: RequestReport, _ outcome: RequestReport.Outcome) {
        let id = report.entry.dryRunID
        let hasHooks = report.entry.hookCounts.onResolved > 0
        let checked = DryRunRecord.Checked(report.entry, for: report.asked)
        state.withLock { state in
            _ = state.steps[id]?.underWay.popLast()
            if case .failed = outcome { return }
            // An alias gets an instance that another request has built.
            if case .reused = outcome, report.entry.aliasTarget == nil { return }
            state.record.built.insert(id)
            // These hooks are yet to run. If one of them fails after another failure, no request says so.
            if !hasHooks { state.record.checked.insert(checked) }
        }
    }

    func lazyValueMade(_ dependency: () -> LazyDependency?, in container: Container) {
        guard let dependency = dependency() else { return }
        let stack = Stack()
        var sources: Sources
        if let root = DryRun.Root(dependency, asked: container) {
            sources = Sources(found: [root.request.found], isDeclaredAsync: root.place == .task)
            state.withLock { state in
                if state.askedLazily.insert(root.entry.dryRunID).inserted { state.lazyRoots.append(root) }
            }
        } else {
            sources = container.sources(of: dependency.type, dependency.list, name: dependency.name)
        }
        (sources.isLazy, sources.isHeld) = (true, sources.isHeld && dependency.isHeld)
        guard let dependent = stack.innermost else { return }
        let builder = Container.withCurrent { ObjectIdentifier($0) }
        note(sources, of: dependent, builtIn: builder, path: stack.path, in: container, site: dependency.site)
    }

    /// Records the dependencies that are known without a request.
    ///
    /// - Parameters:
    ///   - builder: The container in which the dependent is built.
    ///   - container: The container that is asked.
    func note(
        _ sources: Sources,
        of dependent: RegistryEntry,
        builtIn builder: ObjectIdentifier,
        path: @autoclosure () -> [ServiceKey],
        in container: Container,
        site: StaticCallSite
    ) {
        add(dependent)
        for entry in sources.entries { add(entry) }
        let kind: DependencyGraph.Edge.Kind = sources.isLazy ? .lazy : .eager
        let missing = sources.missing.map { key in
            let nearMisses = NearMisses(of: key, in: container, for: dependent)
            return DryRunRecord.Missing(path: path() + [key], kind: kind, site: site, nearMisses: nearMisses)
        }
        let unreadable = sources.isLazy ? sources.pathOfUnreadable(in: container).map { path() + $0 } : nil
        state.withLock { state in
            if let unreadable { state.record.unreadable.append((unreadable, site)) }
            for entry in sources.entries {
                let kind = entry.kind == .contribution ? .contribution : kind
                let dependency = DryRunRecord.Dependency(from: dependent.dryRunID, to: entry.dryRunID, kind: kind)
                state.record.add(dependency, in: builder, isHeldLater: kind == .lazy && sources.isHeld)
            }
            if let missing { state.record.missing.append(missing) }
        }
    }

    /// The declared services that lazy values have asked for since the last call.
    func takeLazyRoots() -> [DryRun.Root] {
        state.withLock { exchange(&$0.lazyRoots, with: []) }
    }

    /// Stops the program with all findings so far: the factory has no thread of its own that it could leave.
    func programStops(with error: ResolutionError) {
        var record = record
        record.failures.append(error)
        let findings = ValidationError(findings: record.findings, unchecked: record.unchecked)
        error.trap(text: "\(findings)\n" + Self.stopNote)
    }

    private static var stopNote: String {
        let place = MainActorCheck.isOnMainActor ? "on the main actor" : "on a thread that is not the validation's"
        let autowiring = MainActorCheck.isOnMainActor ? "registerOnMainActor(autowiring:)" : "autowiring:"
        return "The validation stops here, before it has checked everything: a request that cannot throw has failed "
            + "\(place). Let the factory throw, by `try resolver.tryResolve(…)` or `\(autowiring)`, and "
            + "write `@LazyInject` for an `@Inject` in its class."
    }
}

// MARK: - SeamResolver

// The parts of a dry run that SeamResolver needs: its static functions name a container only by convention, and its
// factories read their arguments while they run.

extension Resolver {
    /// The sample for the service whose factory is running, if the factory reads its arguments while it runs.
    ///
    /// Only a dry run has samples. They are those of the services that it asks for itself, or through aliases: a
    /// dependent passes arguments of its own.
    package var sampleArgument: Any? {
        guard let recorder = container.dryRunRecorder else { return nil }
        var path = Stack().entries
        guard let entry = path.popLast(), path.allSatisfy({ $0.aliasTarget != nil }) else { return nil }
        return recorder.untypedSample(for: entry)
    }
}

extension Container {
    /// The container that answers a request of a factory to this one: its copy, if a dry run calls the factory.
    ///
    /// The static functions of Resolver name their container only by convention, and have to be redirected.
    package var dryRunCopyOrSelf: Container {
        guard DryRunRecorder.wasMade.load(ordering: .relaxed) else { return self }
        return Self.withCurrent { $0.dryRunRecorder }?.copy(of: self) ?? self
    }

    /// The recorder of the dry run that the container was copied for.
    var dryRunRecorder: DryRunRecorder? {
        for case let recorder as DryRunRecorder in listeners { return recorder }
        return nil
    }
}
