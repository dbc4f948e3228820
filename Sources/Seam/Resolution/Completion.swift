/// What remains to be done for a built instance: its hooks, and then its publication.
struct Completion: @unchecked Sendable {
    // Unchecked because the closures hold an instance that need not be Sendable: they are run once, by the thread or
    // task that finishes the session.

    /// The services from the outermost request to the instance.
    let path: [ServiceKey]
    /// How many hooks led to this instance, each building what the next belongs to.
    var generation = 0
    /// The construction to publish, for a kept instance.
    let construction: Construction?
    /// Runs the hooks.
    let hooks: () throws -> Void
    /// Makes the instance visible to everybody, or frees its place.
    let publish: (Result<Void, ResolutionError>) -> Void
}

extension Completion {
    private static let longestChainOfHooks = 128

    /// Runs the hooks, unless they never come to an end.
    func run() -> ResolutionError? {
        guard generation <= Self.longestChainOfHooks else { return Failure.circular(path: path, site: nil) }
        do {
            try hooks()
            return nil
        } catch {
            return Failure.failed(error, path: path, site: nil)
        }
    }
}
