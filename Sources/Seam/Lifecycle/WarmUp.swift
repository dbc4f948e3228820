internal import Dispatch

extension Container {
    /// Builds every singleton without arguments, async ones too, so that synchronous requests find them.
    ///
    /// Instances that are built already stay. Registrations of a parent are not built. A declared singleton is built if
    /// it is overridden and has no decorators and no `onCreate` or `onResolved` hooks, which only requests bring. Async
    /// factories are started together. When they have ended, those of the main actor follow, and then the other
    /// factories, one after the other, on a thread outside the pool of the language's tasks: so a synchronous factory
    /// finds the async singletons that it needs. If none belongs to the main actor, that thread starts when half of the
    /// time is over, at the latest; a factory that needs an async singleton then waits for it. A registration that is
    /// replaced meanwhile is built as it is then. May be called from any thread.
    ///
    /// - Parameter timeout: The time to wait; no limit if `nil`.
    /// - Throws: The first ``ResolutionError``; ``WarmUpError`` if the time is over, while the builds go on;
    ///   `CancellationError` if the calling task is cancelled.
    /// - Complexity: O(*n* log *n*) in the number of registrations, and the time of the factories.
    public func warmUp(timeout: Duration? = nil) async throws {
        try await prepareForUse()
        let entries = (ownEntries + overriddenEntries.sorted { $0.order < $1.order })
            .compactMap { entry in warmUpStage(of: entry).map { (entry: entry, stage: $0) } }
        if isClosed, let first = entries.first?.entry { throw Failure.closed(path: [first.key], site: first.site) }
        let progress = WarmUp(pending: entries.map(\.entry.key))
        let stages = WarmUpStages { stage in
            let own = entries.enumerated().filter { $0.element.stage == stage }.map { ($0.offset, $0.element.entry) }
            return self.startBuilds(own, in: stage, progress)
        }
        let course = Task { await stages.runInOrder() }
        // A thread may wait for tasks, but not for the main actor, whose builds wait for the async ones.
        let startsEarly = !entries.contains { $0.stage == .mainActor }
        let halfTime = startsEarly ? timeout.map { Timer($0 / 2) { stages.startThread() } } : nil
        let timer = timeout.map { timeout in Timer(timeout) { progress.giveUp { WarmUpError(pending: $0) } } }
        defer { for timer in [halfTime, timer] { timer?.cancel() } }
        try await withTaskCancellationHandler {
            try await progress.value
        } onCancel: {
            course.cancel()
            stages.cancel()
            progress.giveUp { _ in CancellationError() }
        }
    }

    /// Starts the builds of one stage.
    ///
    /// - Returns: A task that ends with the builds; at once, if a thread makes them.
    private func startBuilds(
        _ entries: [(index: Int, entry: RegistryEntry)],
        in stage: WarmUpStage,
        _ progress: WarmUp
    ) -> Task<Void, Never> {
        guard stage == .thread else {
            return Task {
                await withTaskGroup { group in
                    for (index, entry) in entries {
                        group.addTask {
                            progress.finish(
                                index,
                                await result {
                                    if let entry = try self.presentEntry(for: entry) { try await self.build(entry) }
                                }
                            )
                        }
                    }
                }
            }
        }
        if !entries.isEmpty {
            detachThread {
                let record = ThreadLocal.record
                record.supervisor = WarmUpThread()
                for (index, entry) in entries {
                    progress.finish(
                        index,
                        Result { if let entry = try self.presentEntry(for: entry) { try self.buildHere(entry) } }
                    )
                }
                record.supervisor = nil
            }
        }
        return Task {}
    }

    /// The stage in which a warm-up builds a service; `nil` if it is no singleton without arguments, or if it is ready.
    ///
    /// An override of a declared service that has decorators or hooks is left to its first request. Only requests bring
    /// them: a container that stored them could not be released if they held it.
    private func warmUpStage(of entry: RegistryEntry) -> WarmUpStage? {
        guard entry.arguments.isEmpty, entry.declaration?.hasParts != true else { return nil }
        let (settings, target) = (entry.settings, try? target(of: (entry, self), site: entry.site))
        // An alias has an instance of its own if it is decorated, under the scope of its target.
        let scope = entry.target == nil ? settings.scope : target?.scope
        guard scope == .singleton, let end = entry.target == nil ? entry : target?.end else { return nil }
        guard target?.cache?.own.slot(for: nil).instance == nil else { return nil }
        if end.kind == .async { return .async }
        let isOfMainActor =
            end.kind == .mainActor || end.settings.isOnMainActor || settings.values.isDecoratedOnMainActor
            || target?.needsMainActor == true
        return isOfMainActor ? .mainActor : .thread
    }

    /// The registration that has the key of another one now; `nil` if there is none to build in the same stage.
    private func presentEntry(for entry: RegistryEntry) throws(ResolutionError) -> RegistryEntry? {
        guard !isClosed else { throw Failure.closed(path: [entry.key], site: entry.site) }
        guard !entry.isFiled else { return entry }
        let present =
            if let place = entry.declaration?.place { ownEntry(signature: entry.signature, place) } else {
                ownEntry(signature: entry.signature, name: entry.name)
            }
        guard let present, warmUpStage(of: present) == warmUpStage(of: entry) else { return nil }
        return present
    }

    private func request(for entry: RegistryEntry) -> Request {
        func request<Service>(_ type: Service.Type) -> Request {
            Request(type, name: entry.name, in: self, NoArguments.self, site: entry.site)
        }
        return _openExistential(entry.type, do: request)
    }

    /// Builds the instance of one of the container's own registrations, which takes no arguments.
    func build(_ entry: RegistryEntry) async throws {
        _ = try await withinOneRequest { resolution in
            try await Activation(of: self.request(for: entry), found: (entry, self)).instance(nil, in: resolution)
        }
    }

    private func buildHere(_ entry: RegistryEntry) throws(ResolutionError) {
        func build<Service>(_ type: Service.Type) throws(ResolutionError) {
            func build<List: ArgumentList>(_: List.Type) throws(ResolutionError) {
                let _: Service = try Activation(of: request(for: entry), found: (entry, self)).instance(List(at: nil))
            }
            let list: any ArgumentList.Type = entry.arguments
            try build(list)
        }
        let type: any Any.Type = entry.type
        try build(type)
    }
}

/// The stages of a warm-up: a synchronous factory finds what was built in an earlier stage.
private enum WarmUpStage: CaseIterable {
    case async
    case mainActor
    case thread
}

/// The stages of one warm-up, each of which is started once.
private final class WarmUpStages: Sendable {
    private let start: @Sendable (WarmUpStage) -> Task<Void, Never>
    private let started = Lock<[WarmUpStage: Task<Void, Never>]>([:])

    init(start: @escaping @Sendable (WarmUpStage) -> Task<Void, Never>) { self.start = start }

    /// Starts each stage when the earlier ones have ended.
    func runInOrder() async {
        for stage in WarmUpStage.allCases where !Task.isCancelled { await task(of: stage).value }
    }

    /// Starts the stage of the thread, because the earlier ones take too long.
    func startThread() { _ = task(of: .thread) }

    func cancel() {
        for task in started.withLock(\.self).values { task.cancel() }
    }

    private func task(of stage: WarmUpStage) -> Task<Void, Never> {
        started.withLock { started in
            let task = started[stage] ?? start(stage)
            started[stage] = task
            return task
        }
    }
}

/// The supervisor of the thread of a warm-up.
private final class WarmUpThread: ThreadSupervisor {
    var mayWaitForTasks: Bool { true }
}

private func result(of body: () async throws -> Void) async -> Result<Void, any Error> {
    do {
        return .success(try await body())
    } catch {
        return .failure(error)
    }
}

/// A thread that calls a closure after some time, even if all threads of the language's tasks are occupied.
private struct Timer {
    /// The signal of ``cancel()``, which the thread waits for until the time is over.
    private let isCancelled = DispatchSemaphore(value: 0)

    init(_ duration: Duration, _ body: @escaping @Sendable () -> Void) {
        let (seconds, attoseconds) = duration.components
        let deadline = DispatchTime.now() + .seconds(Int(seconds)) + .nanoseconds(Int(attoseconds / 1_000_000_000))
        let isCancelled = isCancelled
        detachThread {
            if isCancelled.wait(timeout: deadline) == .timedOut { body() }
        }
    }

    func cancel() { isCancelled.signal() }
}

/// The progress of one warm-up: its pending builds, and the task that waits for the end.
private final class WarmUp: Sendable {
    private struct State {
        var pending: [Int: ServiceKey]
        var result: Result<Void, any Error>?
        var waiter: CheckedContinuation<Void, any Error>?
    }

    private let state: Lock<State>

    init(pending: [ServiceKey]) {
        let entries = Dictionary(uniqueKeysWithValues: pending.enumerated().map { ($0.offset, $0.element) })
        state = Lock(State(pending: entries, result: entries.isEmpty ? .success(()) : nil))
    }

    /// Records that one build is over; the first failure ends the warm-up.
    func finish(_ index: Int, _ result: Result<Void, any Error>) {
        settle { state in
            state.pending[index] = nil
            if case .failure = result { return result }
            return state.pending.isEmpty ? .success(()) : nil
        }
    }

    /// Ends the warm-up with an error that is made from the pending services.
    func giveUp(_ error: ([ServiceKey]) -> any Error) {
        settle { state in .failure(error(state.pending.sorted { $0.key < $1.key }.map(\.value))) }
    }

    /// Returns when the warm-up has ended.
    var value: Void {
        get async throws {
            try await withCheckedThrowingContinuation { continuation in
                let result = state.withLock { state in
                    if state.result == nil { state.waiter = continuation }
                    return state.result
                }
                if let result { continuation.resume(with: result) }
            }
        }
    }

    private func settle(_ decide: (inout State) -> Result<Void, any Error>?) {
        let (waiter, result) = state.withLock { state in
            let result = decide(&state)
            guard state.result == nil, let result else { return (CheckedContinuation<Void, any Error>?.none, result) }
            state.result = result
            defer { state.waiter = nil }
            return (state.waiter, result)
        }
        if let result { waiter?.resume(with: result) }
    }
}

/// The singletons that were not ready in time.
public struct WarmUpError: Error, Sendable, CustomStringConvertible {
    /// The singletons that are still being built.
    public let pending: [ServiceKey]

    /// A line with the services that are not ready.
    public var description: String {
        "Not ready in time: \(pending.map(\.description).joined(separator: ", "))."
    }
}
