/// The making of one kept instance: who makes it, as part of what, and what became of it.
///
/// Whoever finds a construction under way waits for it; ``WaitGraph`` knows who waits for whom, and guards `phase`.
final class Construction: @unchecked Sendable {
    // Unchecked because of `phase` and `session`, which only `WaitGraph` touches once the construction is shared, and
    // only under its lock.

    enum Phase {
        case running
        /// Made, but its hooks have not run: only the session that made it may see the instance.
        case built(Box)
        case finished(Result<Box, ResolutionError>)
    }

    /// An erased instance: a ``PublishedValue`` of the service's type.
    typealias Box = any AnyObject & Sendable

    let key: ServiceKey
    /// The resolution that makes it, and runs its hooks.
    var session: Session
    /// The kept instance that needs this one, if it is being made for one.
    let parent: Construction?
    /// Whether the container holds what is made here, for longer than the request.
    let isKept: Bool
    var phase = Phase.running

    init(_ key: ServiceKey, session: Session, parent: Construction?, isKept: Bool) {
        self.key = key
        self.session = session
        self.parent = parent
        self.isKept = isKept || parent?.isKept == true
    }

    /// Whether `other` is this construction or one that this is made for.
    func isPart(of other: Construction) -> Bool {
        var current = Optional(self)
        while let construction = current {
            if construction === other { return true }
            current = construction.parent
        }
        return false
    }
}
