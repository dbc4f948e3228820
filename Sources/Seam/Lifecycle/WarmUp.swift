internal import Dispatch

extension Container {
    /// Builds every singleton without arguments, async ones too, so that synchronous requests find them.
    ///
    /// Instances that are built already stay. Registrations of a parent are not built. A declared singleton is built if
    /// it is overridden and has no decorators and no `onCreate` or `onResolved` hooks, which only requests bring. Async
    /// factories and those of the main actor are started together. The other factories run one after the other, on a
    /// thread outside the pool of the language's tasks. May be called from any thread.
    ///
    /// - Parameter timeout: The time to wait; no limit if `nil`.
    /// - Throws: The first ``ResolutionError``; ``WarmUpError`` if the time is over, while the builds go on;
    ///   `CancellationError` if the calling task is cancelled.
    /// - Complexity: O(*n* log *n*) in the number of registrations, and the time of the factories.
    public func warmUp(timeout: Duration? = nil) async throws {
        try await prepareForUse()
        let entries = (ownEntries + overriddenEntries.sorted { $0.order < $1.order }).filter(\.isWarmable)
        if isClosed, let first = entries.first { throw Failure.closed(path: [first.key], site: first.site) }
        let progress = WarmUp(pending: entries.map(\.key))
        var tasks: [Task<Void, Never>] = []
        var synchronous: [(index: Int, entry: RegistryEntry)] = []
        for (index, entry) in entries.enumerated() {
            if entry.isBuiltByTask {
                tasks.append(Task { progress.finish(index, await result { try await self.build(entry) }) })
            } else {
                synchronous.append((index, entry))
            }
        }
        if !synchronous.isEmpty {
            detachThread { [synchronous] in
                for (index, entry) in synchronous { progress.finish(index, Result { try self.buildHere(entry) }) }
            }
        }
        let timer = timeout.map { timeout in Timer(timeout) { progress.giveUp { WarmUpError(pending: $0) } } }
        defer { timer?.cancel() }
        try await withTaskCancellationHandler {
            try await progress.value
        } onCancel: { [tasks] in
            for task in tasks { task.cancel() }
            progress.giveUp { _ in CancellationError() }
        }
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

extension RegistryEntry {
    /// Whether a warm-up builds the service: a singleton without arguments that is no alias.
    ///
    /// An override of a declared service that has decorators or hooks is left to its first request. Only requests bring
    /// them: a container that stored them could not be released if they held it.
    fileprivate var isWarmable: Bool {
        target == nil && settings.scope == .singleton && arguments.isEmpty && declaration?.hasParts != true
    }

    /// Whether a task builds the service, instead of a thread.
    fileprivate var isBuiltByTask: Bool {
        kind == .async || kind == .mainActor || settings.isOnMainActor || settings.values.isDecoratedOnMainActor
    }
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
