/// The threads that build the registrations of a dry run.
///
/// A thread that asks with `resolve` for a service that cannot be built is left where it is, and the rest is built on
/// another thread.
final class DryRunWorker {
    private let copy: Container
    private let recorder: DryRunRecorder
    /// Whether the registrations were built before, and only circles among them are found.
    private let findsOnlyCircles: Bool
    private let postponed = Lock<[DryRun.Root]>([])

    init(_ copy: Container, _ recorder: DryRunRecorder, findsOnlyCircles: Bool = false) {
        self.copy = copy
        self.recorder = recorder
        self.findsOnlyCircles = findsOnlyCircles
    }

    /// The registrations that failed because something was not built yet, or needs the main actor.
    func takePostponed() -> [DryRun.Root] {
        postponed.withLock { postponed in
            defer { postponed = [] }
            return postponed
        }
    }

    /// Builds synchronous registrations.
    ///
    /// - Parameter isLast: Whether a failure is final, even if something was not built yet.
    func build(_ roots: [DryRun.Root], isLast: Bool = false) {
        var remaining = roots[...]
        while !remaining.isEmpty {
            let outcome = DryRunThread(executor: nil)
                .run { [copy, remaining, recorder, findsOnlyCircles] in
                    withContainer(copy) {
                        for (index, root) in zip(remaining.indices, remaining) {
                            DryRunThread.current?.note(index)
                            // Another root may have built it meanwhile.
                            let isChecked = recorder.change { $0.checked.contains(root.entry.dryRunID) }
                            if isChecked, !findsOnlyCircles { continue }
                            if let error = root.build() { DryRunThread.current?.note(error, at: index) }
                        }
                    }
                }
            for (index, error) in outcome.failures.sorted(by: { $0.key < $1.key }) {
                settle(roots[index], error, isLast: isLast)
            }
            guard let error = outcome.stop else { return }
            settle(roots[outcome.index], error, isLast: isLast)
            remaining = roots[(outcome.index + 1)...]
        }
    }

    /// Builds an async registration, for a second at the most.
    func buildAsync(_ root: DryRun.Root) {
        let executor = ThreadExecutor()
        let thread = DryRunThread(executor: executor)
        let copy = copy
        let task = Task(executorPreference: executor) {
            if let error = await withContainer(copy, operation: { await root.buildAsync() }) {
                thread.note(error, at: 0)
            }
            executor.finish()
        }
        guard let outcome = thread.run(forSeconds: 1, { executor.run() }) else {
            task.cancel()
            return findsOnlyCircles ? () : recorder.change { $0.unchecked.append(root.entry.key) }
        }
        if let error = outcome.stop ?? outcome.failures[0] { settle(root, error, isLast: false) }
    }

    /// Builds a registration on the calling thread, which is on the main actor.
    ///
    /// A request that cannot throw stops the program, with all findings so far.
    func buildHere(_ root: DryRun.Root, isLast: Bool = false) {
        let record = ThreadLocal.record
        let outer = record.supervisor
        record.supervisor = DryRunStop(recorder)
        defer { record.supervisor = outer }
        if let error = withContainer(copy, operation: { root.build() }) { settle(root, error, isLast: isLast) }
    }

    /// Records a failure, or postpones its registration.
    private func settle(_ root: DryRun.Root, _ error: ResolutionError, isLast: Bool) {
        guard !findsOnlyCircles || error.code == .circularDependency else { return }
        let needsMore = error.code == .requiresAsync || error.code == .requiresMainActor
        if needsMore, !isLast { return postponed.withLock { $0.append(root) } }
        recorder.change { record in
            let isUnchecked = error.path.last.map { record.unchecked.contains($0) } ?? false
            if error.code == .requiresMainActor || isUnchecked {
                if !record.unchecked.contains(root.entry.key) { record.unchecked.append(root.entry.key) }
            } else {
                record.failures.append(error)
            }
        }
    }
}

extension DryRun.Root {
    private var request: Request {
        func request<Service>(_ type: Service.Type) -> Request {
            let list: any ArgumentList.Type = entry.arguments
            let address = arguments.map { ArgumentAddress($0) }
            return Request(type, name: entry.name, in: asked, list, at: address, site: entry.site)
        }
        return _openExistential(entry.type, do: request)
    }

    /// Builds the registration on the calling thread.
    ///
    /// - Returns: The failure.
    fileprivate func build() -> ResolutionError? {
        func build<Service>(_ type: Service.Type) throws(ResolutionError) {
            func build<List: ArgumentList>(_: List.Type) throws(ResolutionError) {
                let list = List(at: arguments.map { ArgumentAddress($0) })
                let _: Service = try Activation(of: request, found: (entry, owner)).instance(list)
            }
            let list: any ArgumentList.Type = entry.arguments
            try build(list)
        }
        let type: any Any.Type = entry.type
        do throws(ResolutionError) {
            try build(type)
            return nil
        } catch {
            return error
        }
    }

    fileprivate func buildAsync() async -> ResolutionError? {
        do {
            _ = try await asked.withinOneRequest { resolution in
                try await Activation(of: request, found: (entry, owner)).instance(arguments, in: resolution)
            }
            return nil
        } catch let error as ResolutionError {
            return error
        } catch {
            return Failure.failed(error, site: entry.site)
        }
    }
}

// MARK: - Threads

/// One thread of a dry run.
final class DryRunThread: ThreadSupervisor {
    /// The progress of the thread: the number of the registration in work, the failures, and the one that stops it.
    struct Outcome: Sendable {
        var index = 0
        var failures: [Int: ResolutionError] = [:]
        var stop: ResolutionError?
    }

    let executor: (any TaskExecutor)?
    private let outcome = Lock(Outcome())
    private let end = ThreadSignal<Void>()

    init(executor: (any TaskExecutor)?) { self.executor = executor }

    /// The dry run's own object of the calling thread.
    static var current: DryRunThread? { ThreadLocal.record.supervisor as? DryRunThread }

    func note(_ index: Int) { outcome.withLock { $0.index = index } }

    func note(_ failure: ResolutionError, at index: Int) { outcome.withLock { $0.failures[index] = failure } }

    /// Runs `body` on a new thread, and waits until it returns or stops.
    func run(_ body: @escaping @Sendable () -> Void) -> Outcome {
        start(body)
        end.wait()
        return outcome.withLock { $0 }
    }

    /// Runs `body` on a new thread, and waits until it returns or stops, or the time is over.
    func run(forSeconds seconds: Int, _ body: @escaping @Sendable () -> Void) -> Outcome? {
        start(body)
        guard end.wait(seconds: seconds) != nil else { return nil }
        return outcome.withLock { $0 }
    }

    private func start(_ body: @escaping @Sendable () -> Void) {
        detachThread {
            let record = ThreadLocal.record
            record.supervisor = self
            body()
            record.supervisor = nil
            self.end.send(())
        }
    }

    /// Ends the builds of the thread, and leaves the thread where it is.
    func programStops(with error: any Error) {
        guard let error = error as? ResolutionError else { return }
        Stack().abandonBuilds(after: error)
        outcome.withLock { $0.stop = error }
        end.send(())
        ThreadSignal<Never>().wait()
    }
}

extension Stack {
    /// Fails the builds of kept instances on this stack, so that other requests for them do not wait for ever.
    fileprivate func abandonBuilds(after error: ResolutionError) {
        var frame = Optional(record.top)
        while let current = frame {
            if let build = Borrowed<Build>(current.build)?.object, let entry = current.entry {
                let container = Borrowed<Container>(current.context)?.object
                entry.abandon(build, in: container, after: error)
            }
            frame = current.previous
        }
        var outer = task
        while let content = outer {
            if let build = content.waiter.build { content.entry.abandon(build, in: content.container, after: error) }
            outer = content.outer?.content
        }
    }
}

extension RegistryEntry {
    fileprivate func abandon(_ build: Build, in container: Container?, after error: ResolutionError) {
        let asked = container?.instances.entries().filter { $0.registration === self }.map(\.table) ?? []
        for table in asked + [settings.cache?.own].compactMap({ $0 }) {
            for slot in table.all { slot.abandon(build) }
        }
        WaitGraph.finish(build, .failure(error))
    }
}

/// The supervisor of a dry run on the main actor, whose thread cannot be left behind.
private final class DryRunStop: ThreadSupervisor {
    private let recorder: DryRunRecorder

    init(_ recorder: DryRunRecorder) { self.recorder = recorder }

    var executor: (any TaskExecutor)? { nil }

    func programStops(with error: any Error) {
        guard let error = error as? ResolutionError else { return }
        var record = recorder.record
        record.failures.append(error)
        fatalError("\n" + ValidationError(findings: record.findings, unchecked: record.unchecked).description)
    }
}
