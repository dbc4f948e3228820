extension Container {
    /// Builds every singleton without arguments, async ones too, so that synchronous requests find them.
    ///
    /// Instances that are built already stay. Registrations of a parent are not built. A declared singleton is built if
    /// it is overridden and has no decorators and no `onCreate` or `onResolved` hooks, which only requests bring.
    ///
    /// Async factories are started together. When they have ended, those of the main actor follow, and then the other
    /// factories, one after the other: so a synchronous factory finds the async singletons that it needs. A synchronous
    /// factory that needs the main actor, or a singleton that is late, is called again at the end. With a time limit,
    /// the synchronous factories begin at the latest when half of the time is over. Factories that do not belong to an
    /// actor run outside the pool of the language's tasks, so that the time is kept even if they block; one that an
    /// unstructured task asks for runs in the pool. May be called from any thread.
    ///
    /// - Parameters:
    ///   - timeout: The time to wait; no limit if `nil`.
    ///   - fileID: The file of the call, for the text of an error.
    ///   - line: The line of the call.
    /// - Throws: The first ``ResolutionError``; ``WarmUpError`` if the time is over, while the builds that have begun
    ///   go on; `CancellationError` if the calling task is cancelled.
    /// - Complexity: O(*n* log *n*) in the number of registrations, and the time of the factories.
    public func warmUp(
        timeout: Duration? = nil,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) async throws {
        let site = StaticCallSite(fileID: fileID, line: line)
        try await prepareForUse()
        let entries = allEntries(withDeclarations: true).inOrder
            .compactMap { entry in warmUpPlace(of: entry).map { (entry: entry, place: $0) } }
        if isClosed, let first = entries.first?.entry { throw Failure.closed(path: [first.key], site: site) }
        let progress = WarmUpProgress(of: entries.map(\.entry))
        let work = WarmUpWork(entries.map(\.entry), in: self, progress, site)
        defer { work.release() }
        func indices(_ place: BuildPlace) -> [Int] { entries.indices.filter { entries[$0].place == place } }
        let thread = WarmUpThread(indices(.thread), work)
        let tasks = [indices(.task), indices(.mainActor)]
        let course = Task(executorPreference: WarmUpExecutor.shared) {
            await work.buildInTasks(tasks)
            if !Task.isCancelled { thread.taskHasEnded() }
        }
        let timer = timeout.map { timeout in
            Timer(timeout, atHalf: thread.start) { progress.giveUp { WarmUpError($0, after: timeout) } }
        }
        defer { timer?.cancel() }
        do {
            try await withTaskCancellationHandler {
                try await progress.value
            } onCancel: {
                course.cancel()
                progress.giveUp { _ in CancellationError() }
            }
        } catch {
            WarmUpExecutor.shared.addThreads()
            throw error
        }
    }

    /// The place where a warm-up builds a service; `nil` if it is no singleton without arguments, or if it is ready.
    ///
    /// A declared service is left to its first request, and so is its override if the service has decorators or hooks.
    /// Only requests bring these and the closure: a container that stored them could not be released if they held it.
    fileprivate func warmUpPlace(of entry: RegistryEntry) -> BuildPlace? {
        guard entry.kind != .declaration, entry.declaration?.hasParts != true, entry.arguments.isEmpty,
            // An alias has an instance of its own if it is decorated, under the scope of its target.
            let target = try? target(of: (entry, self), site: entry.site), target.scope == .singleton,
            target.cache?.own.existingSlot(for: nil)?.instance == nil
        else { return nil }
        return target.place()
    }

    /// The request for one of the container's own registrations, which takes no arguments.
    func request(for entry: RegistryEntry, _ site: StaticCallSite) -> ErasedRequest {
        ErasedRequest(found: (entry, self), asked: self, site: site)
    }
}

/// The singletons of a warm-up and their container, which its threads and tasks hold only while they build one.
///
/// So the container and the closures of its registrations are released by the caller of the warm-up, and not later, by
/// a thread that ends.
final class WarmUpWork: Sendable {
    let progress: WarmUpProgress
    private let content: Lock<(container: Container, entries: [RegistryEntry])?>
    private let site: StaticCallSite

    /// The attempt to build a singleton that has lacked an instance, and may succeed later.
    private struct FailedAttempt {
        let index: Int
        let error: ResolutionError
        /// Whether it has got the failure of a build that another request has begun; that may have lacked more.
        let isShared: Bool
    }

    init(_ entries: [RegistryEntry], in container: Container, _ progress: WarmUpProgress, _ site: StaticCallSite) {
        (self.progress, self.site) = (progress, site)
        content = Lock((container, entries))
    }

    /// The request for one singleton as its key is registered by now, and its place; `nil` if there is none to build.
    private func pendingRequest(_ index: Int) throws(ResolutionError) -> (request: ErasedRequest, place: BuildPlace)? {
        let found = content.withLock { content in content.map { ($0.container, $0.entries[index]) } }
        guard let (container, entry) = found else { return nil }
        guard !container.isClosed else { throw Failure.closed(path: [entry.key], site: site) }
        let present = entry.isFiled ? entry : container.ownEntry(like: entry)
        guard let present, let place = container.warmUpPlace(of: present) else { return nil }
        return (container.request(for: present, site), place)
    }

    /// Whether one singleton needs no more building.
    func isReady(_ index: Int) -> Bool { (try? pendingRequest(index)) == nil }

    /// Builds the singletons of some stages in tasks, those of each stage together, and records the ends.
    ///
    /// A singleton may need another one by way of a synchronous request, which cannot await it. So it is built again as
    /// long as others get ready, and if the build that has failed was begun by another request, such as that of a
    /// second warm-up. Each such build fails once; the number of these repetitions is limited nevertheless.
    func buildInTasks(_ stages: [[Int]]) async {
        var putOff: [FailedAttempt] = []
        for stage in stages where !stage.isEmpty {
            var (former, failed) = (stage, await attempt(stage))
            var repetitionsLeft = stages.joined().count
            putOff += failed
            while !putOff.isEmpty {
                if failed.count == former.count {
                    guard failed.allSatisfy(\.isShared), repetitionsLeft > 0 else { break }
                    repetitionsLeft -= 1
                }
                former = putOff.map(\.index)
                failed = await attempt(former)
                putOff = failed
            }
        }
        for attempt in putOff { progress.finish(attempt.index, .failure(attempt.error)) }
    }

    /// Builds singletons, each in a task of its own.
    ///
    /// - Returns: Those that need an instance which is not ready, each with its failure, which is not recorded.
    private func attempt(_ indices: [Int]) async -> [FailedAttempt] {
        await withTaskGroup(of: FailedAttempt?.self) { group in
            for index in indices { group.addTask { await self.attempt(index) } }
            return await group.reduce(into: []) { putOff, failed in
                if let failed { putOff.append(failed) }
            }
        }
    }

    /// Builds one singleton in the calling task, and records the end.
    ///
    /// - Parameter onMainActor: Whether a synchronous factory is called on the main actor.
    func buildInTask(_ index: Int, onMainActor: Bool) async {
        if let failed = await attempt(index, onMainActor: onMainActor) {
            progress.finish(index, .failure(failed.error))
        }
    }

    /// Builds one singleton in the calling task, and records the end, unless it needs an instance which is not ready.
    private func attempt(_ index: Int, onMainActor: Bool = false) async -> FailedAttempt? {
        do {
            if let failed = try await build(index, onMainActor: onMainActor) { return failed }
            progress.finish(index, .success(()))
        } catch {
            progress.finish(index, .failure(error))
        }
        return nil
    }

    /// Builds one singleton in the calling task, unless the warm-up is over.
    ///
    /// - Returns: The failed attempt, if the build has lacked an instance.
    /// - Throws: Any other failure, and that of an `onResolved` hook, after which a second attempt would find no fault.
    private func build(_ index: Int, onMainActor: Bool) async throws -> FailedAttempt? {
        guard !progress.isOver, let (request, place) = try pendingRequest(index) else { return nil }
        if onMainActor, place == .thread {
            try await MainActor.run { try request.build() }
            return nil
        }
        var failed: FailedAttempt?
        do {
            try await Resolution.withinOneRequest { resolution in
                do {
                    _ = try await request.instance(in: resolution)
                } catch let error as ResolutionError where error.isOfMissingInstance {
                    failed = FailedAttempt(index: index, error: error, isShared: resolution.hasSharedFailure)
                    throw error
                }
            }
        } catch {
            guard failed != nil else { throw error }
        }
        return failed
    }

    /// Builds one singleton on the calling thread.
    ///
    /// - Returns: `false` if it needs a task by now.
    func buildOnThread(_ index: Int) throws(ResolutionError) -> Bool {
        guard let (request, place) = try pendingRequest(index) else { return true }
        guard place == .thread else { return false }
        try request.build()
        return true
    }

    /// Releases everything, when the warm-up is over.
    func release() {
        content.withLockReleasing { exchange(&$0, with: nil) }
    }
}

extension ResolutionError {
    /// Whether a synchronous request has failed that would succeed if the instance were ready.
    var isOfMissingInstance: Bool { code == .requiresAsync || code == .requiresMainActor }
}

/// A thread that calls closures after half of a time and at its end, even if all threads of the language's tasks are
/// occupied.
private struct Timer {
    /// The signal of ``cancel()``, which the thread waits for until the time is over.
    private let cancellation = ThreadSignal<Void>()

    init(_ duration: Duration, atHalf: @escaping @Sendable () -> Void, atEnd: @escaping @Sendable () -> Void) {
        let cancellation = cancellation
        detachThread {
            for body in [atHalf, atEnd] {
                guard cancellation.wait(atMost: duration / 2) == nil else { return }
                body()
            }
        }
    }

    func cancel() { cancellation.send(()) }
}

/// The singletons that were not ready in time.
public struct WarmUpError: Error, Sendable, CustomStringConvertible {
    /// A singleton, and the place of its registration.
    typealias Service = (key: ServiceKey, place: PlaceOfRegistration)

    /// The singletons that were not ready in time, in the order of registration; some may not have been begun.
    public var pending: [ServiceKey] { services.map(\.key) }

    private let services: [Service]
    private let timeout: Duration

    init(_ services: [Service], after timeout: Duration) { (self.services, self.timeout) = (services, timeout) }

    /// The services that are not ready, each with the place of its registration, and a remedy.
    public var description: String {
        let list = services.map { "  \($0.key), \($0.place.text)" }
        let remedy =
            "To fix it, give the warm-up more time, or look for what they wait for: async ones are built first, then those of "
            + "the main actor, then the others."
        return (["Not ready after \(timeout):"] + list + ["  " + remedy]).joined(separator: "\n")
    }
}
