extension WaitGraph {
    /// A wait that was withdrawn, for the caller to resume under no lock.
    typealias EndedWait = (wait: Wait, outcome: Outcome)

    /// One wait that is under way.
    ///
    /// An object, because the builds that it holds up all refer to it. It is made, registered and withdrawn under the
    /// lock of the graph.
    final class Wait: Sendable {
        let id: Int
        let target: Build
        let waiter: Waiter
        /// The services from the outermost request to the target.
        let path: [ServiceKey]
        /// Whether the waiter's build is delayed: its instance is built, and waits only for the hooks of others.
        let isOfDelayedBuild: Bool
        let resume: @Sendable (Outcome) -> Void
        /// The builds that this wait holds up, and whether each may leave it behind.
        let heldUp: [(build: Build, mayBeLeftBehind: Bool)]

        init(
            id: Int,
            for target: Build,
            by waiter: Waiter,
            path: [ServiceKey],
            resume: @escaping @Sendable (Outcome) -> Void
        ) {
            (self.id, self.target, self.waiter) = (id, target, waiter)
            (self.path, self.resume) = (path, resume)
            isOfDelayedBuild = waiter.build?.isDelayed ?? false
            heldUp = waiter.heldUp
        }
    }
}

extension WaitGraph.Wait {
    /// Adds the wait to its target and to every build that it holds up.
    func register() {
        target.waits[id] = self
        for (build, _) in heldUp { build.obstacles[id] = self }
    }

    /// Withdraws the waits for the build that waits here, if that is about to be published.
    func takeWaitsForWaiter() -> [WaitGraph.EndedWait] {
        guard let build = waiter.build, let instance = build.completeInstance else { return [] }
        return build.waits.values.filter { !$0.isOfDelayedBuild }.map { ($0.withdrawn(), .unfinished(instance)) }
    }

    /// Removes the wait from its target and from the builds that it holds up, and returns it.
    func withdrawn() -> WaitGraph.Wait {
        target.waits[id] = nil
        for (build, _) in heldUp { build.obstacles[id] = nil }
        return self
    }
}

// MARK: - The side that waits

/// The side that waits: the build that a request is made for, or none for an outermost request.
struct Waiter: Sendable {
    var build: Build?
    /// Whether the build may end before the request: another task than that of the factory makes the request, and the
    /// factory need not await that task.
    var mayBeLeftBehind = false
}

/// The members that ``WaitGraph`` calls under its lock.
extension Waiter {
    /// The builds that the waiter holds up, and whether each may leave it behind.
    var heldUp: [(build: Build, mayBeLeftBehind: Bool)] {
        var builds: [(Build, Bool)] = []
        var mayBeLeftBehind = mayBeLeftBehind
        var current = build
        while let build = current {
            builds.append((build, mayBeLeftBehind))
            mayBeLeftBehind = mayBeLeftBehind || build.mayBeLeftBehind
            current = build.holdsUpParent ? build.parent : nil
        }
        return builds
    }

    /// The builds that the waiter is part of, the innermost first.
    var builds: [Build] { build.map { Array(sequence(first: $0, next: \.parent)) } ?? [] }

    /// Whether the request is made inside a build.
    ///
    /// Searches outwards from both builds at once. In a chain of nested builds, an outer one often waits for an inner
    /// one: the search from the inner one then soon meets the outer one, and so ends.
    func isPart(of build: Build) -> Bool {
        var (inner, outer) = (self.build, build.parent)
        while let current = inner {
            if current === build { return true }
            if outer === self.build { return false }
            (inner, outer) = (current.parent, outer?.parent)
        }
        return false
    }
}
