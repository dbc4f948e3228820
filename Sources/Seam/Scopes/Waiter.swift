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
