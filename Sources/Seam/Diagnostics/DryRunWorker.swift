/// Builds the registrations of a dry run, each where its factory may run: on a ``DryRunThread``, or on the main actor.
final class DryRunWorker {
    private let copy: Container
    private let recorder: DryRunRecorder
    /// Whether the registrations were built before: then only circles are recorded.
    var findsOnlyCircles = false
    /// Whether main-actor factories are called on the calling thread.
    private let isOnMainActor = MainActorCheck.isOnMainActor
    private var postponed: [DryRun.Root] = []
    /// The registrations that have failed in the last round because something was not built.
    private var lacking: [(root: DryRun.Root, error: ResolutionError)] = []
    /// The failures of registrations that need the main actor, or may need it: aliases whose conformance may be looked
    /// up only there.
    private var failuresElsewhere: [DryRunRecord.ID: ResolutionError] = [:]
    /// Whether a thread was left behind; builds have a limit from then on.
    private var hasLeftThread = false
    /// Whether such a thread holds a lock, or a static variable, for ever: a build has waited for it.
    private var isLockHeld = false

    init(_ copy: Container, _ recorder: DryRunRecorder) {
        self.copy = copy
        self.recorder = recorder
    }

    /// The registrations that failed because something was not built yet, or needs the main actor.
    func takePostponed() -> [DryRun.Root] { exchange(&postponed, with: []) }

    /// Builds a registration where its factory can be called, unless it was checked meanwhile; one that has failed
    /// elsewhere because it may need the main actor is built there.
    ///
    /// Any other synchronous one has a thread of its own, which a failing `resolve` leaves behind.
    ///
    /// - Parameter isLast: Whether a failure is final, even if something was not built yet.
    func build(_ root: DryRun.Root, isLast: Bool = false) {
        let needsMainActor = root.place != .task && failureElsewhere(of: root) != nil
        build(root, in: needsMainActor ? .mainActor : root.place, isLast: isLast)
    }

    private func failureElsewhere(of root: DryRun.Root) -> ResolutionError? { failuresElsewhere[root.entry.dryRunID] }

    private func needsBuild(_ root: DryRun.Root) -> Bool { findsOnlyCircles || !recorder.isChecked(root) }

    private func build(_ root: DryRun.Root, in place: BuildPlace, isLast: Bool) {
        guard needsBuild(root) else { return }
        switch place {
        case .task: buildInTask(root, isLast: isLast)
        case .mainActor where isLockHeld || recorder.change(\.hasUncheckedKeptService):
            // The main actor would wait for ever; or the program would stop, although it is no fault to ask with
            // `resolve` for what was not checked.
            leaveUnchecked(root)
        case .mainActor where isOnMainActor:
            if let error = copy.bound(during: { root.build() }) { recordOrPostpone(root, error, isLast: isLast) }
        case .mainActor: buildInTask(root, isLast: isLast)
        case .thread: build([root], isLast: isLast)
        }
    }

    /// Builds synchronous registrations, except those that were checked meanwhile.
    ///
    /// - Parameter isLast: Whether a failure is final, even if something was not built yet.
    func build(_ roots: [DryRun.Root], isLast: Bool = false) {
        let roots = roots.filter(needsBuild)
        var remaining = roots[...]
        while let first = remaining.indices.first {
            let thread = DryRunThread(recorder, first: first)
            let outcome = thread.run(hasLimit: hasLeftThread) { [copy, remaining, recorder, findsOnlyCircles] in
                copy.bound {
                    for (index, root) in zip(remaining.indices, remaining) {
                        guard thread.begin(index) else { return }
                        // Another root may have built it meanwhile.
                        if !findsOnlyCircles, recorder.isChecked(root) { continue }
                        if let error = root.build() { thread.note(error, at: index) }
                    }
                }
            }
            for (index, error) in outcome.failures.sorted(by: { $0.key < $1.key }) {
                recordOrPostpone(roots[index], error, isLast: isLast)
            }
            let root = roots[outcome.index]
            if let error = outcome.stop {
                noteLeftThread(of: root)
                recordOrPostpone(root, error, isLast: isLast)
            } else {
                guard outcome.isLate else { return }
                isLockHeld = true
                leaveUnchecked(root)
            }
            remaining = roots[(outcome.index + 1)...]
        }
    }

    /// Notes that a thread was left behind, and builds the registration once more to find out whether the thread holds
    /// a lock.
    ///
    /// If the second build takes too long, it waits for such a lock.
    private func noteLeftThread(of root: DryRun.Root) {
        hasLeftThread = true
        guard !isLockHeld else { return }
        let thread = DryRunThread(recorder)
        if root.place == .task {
            isLockHeld =
                thread.runTask { [copy] in await copy.bound { _ = await root.buildAsync() } } == nil
        } else {
            isLockHeld = thread.run(hasLimit: true) { [copy] in copy.bound { _ = root.build() } }.isLate
        }
    }

    /// Builds an async registration, or a synchronous one on the main actor, for a second at the most.
    private func buildInTask(_ root: DryRun.Root, isLast: Bool) {
        let thread = DryRunThread(recorder)
        let outcome = thread.runTask { [copy, recorder] in
            let error = await copy.bound {
                guard root.place != .task else { return await root.buildAsync() }
                return await onMainActor { Task.isCancelled || recorder.isOver ? nil : root.build() }
            }
            if let error { thread.note(error, at: 0) }
        }
        guard let outcome else {
            if let error = failureElsewhere(of: root), error.code == .incompatibleAlias {
                return recordOrPostpone(root, error, isLast: true)
            }
            return leaveUnchecked(root)
        }
        if outcome.stop != nil { noteLeftThread(of: root) }
        guard let error = outcome.stop ?? outcome.failures[0] else { return }
        // The factory may have thrown another error instead.
        if thread.hasMissedMainActor { leaveUnchecked(root) } else { recordOrPostpone(root, error, isLast: isLast) }
    }

    private func leaveUnchecked(_ root: DryRun.Root) {
        if !findsOnlyCircles { recorder.change { $0.unchecked.append(root.entry.key) } }
    }

    /// Records a failure, or postpones its registration.
    private func recordOrPostpone(_ root: DryRun.Root, _ error: ResolutionError, isLast: Bool) {
        guard !findsOnlyCircles || error.code == .circularDependency else { return }
        // The alias's own conformance, and not that of another alias which its service has asked for.
        let isOwnConformance = error.code == .incompatibleAlias && error.path.count == 1
        let needsOther = error.code == .requiresAsync || error.code == .requiresMainActor
        let maySucceedLater = needsOther || (isOwnConformance && failureElsewhere(of: root) == nil)
        if error.code == .requiresMainActor || isOwnConformance {
            failuresElsewhere[root.entry.dryRunID] = error
        }
        if maySucceedLater, !isLast { return postponed.append(root) }
        if needsOther { return lacking.append((root, error)) }
        recorder.change { record in
            let isUnchecked = error.path.last.map(record.isUnchecked) ?? false
            if isUnchecked { record.addUnchecked(root.entry) } else { record.failures.append(error) }
        }
    }

    /// Records the services that lack another one in the last round, too.
    ///
    /// If the other one is unchecked, so is the service; if it has failed, its fault is enough. Services that are left
    /// need each other, so that none of them can be built first.
    func recordLacking() {
        var lacking = exchange(&lacking, with: [])
        recorder.change { record in
            var failed: Set<DryRunRecord.ID> = []
            var count: Int
            repeat {
                count = lacking.count
                let waiting = Set(lacking.map(\.root.entry.dryRunID))
                lacking.removeAll { root, error in
                    let key = error.path.last ?? root.entry.key
                    // No async factory is called on the main actor, and no synchronous one awaits a service.
                    let needsKept = error.code == .requiresAsync || root.place == .task
                    if record.hasFailedToKeep(key) || failed.contains(key.dryRunID) {
                        failed.insert(root.entry.dryRunID)
                    } else if needsKept, !record.mayBeFound(key) {
                        record.failures.append(error)
                    } else if record.isUnchecked(key) {
                        record.addUnchecked(root.entry)
                    } else if waiting.contains(key.dryRunID) {
                        return false
                    } else if error.code == .requiresMainActor {
                        record.addUnchecked(root.entry)
                    } else {
                        record.failures.append(error)
                    }
                    return true
                }
            } while lacking.count < count
            record.failures += lacking.map(\.error)
        }
    }
}

extension DryRun.Root {
    /// Builds the registration on the calling thread.
    ///
    /// - Returns: The failure.
    fileprivate func build() -> ResolutionError? {
        do throws(ResolutionError) {
            try request.build()
            return nil
        } catch {
            return error
        }
    }

    fileprivate func buildAsync() async -> ResolutionError? {
        do {
            _ = try await request.instance()
            return nil
        } catch let error as ResolutionError {
            return error
        } catch {
            return Failure.failed(error, site: entry.site)
        }
    }
}
