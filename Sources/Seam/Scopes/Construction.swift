internal import Synchronization

/// The making of one kept instance: who makes it, as part of what, and what became of it.
///
/// Whoever finds a construction under way waits for it; ``WaitGraph`` knows who waits for whom, and guards `phase`.
final class Construction: @unchecked Sendable {
    // Unchecked because of `phase` and `session`, which only `WaitGraph` touches once the construction is shared, and
    // only under its lock.

    enum Phase {
        case running
        /// Made, but its hooks have not run: only the session that made it may see the instance.
        case built(ErasedInstance)
        case finished(Result<ErasedInstance, ResolutionError>)
    }

    let key: ServiceKey
    /// The resolution that makes it, and runs its hooks.
    var session: any ConstructionOwner
    /// The kept instance that needs this one, if it is being made for one.
    let parent: Construction?
    /// Tells this construction from all others in the process.
    let serial: Int
    let dependent: Dependent
    /// How many constructions this one is part of.
    private let depth: Int
    var phase = Phase.running

    private static let count = Atomic<Int>(0)

    init(_ key: ServiceKey, session: any ConstructionOwner, parent: Construction?, keeper: ObjectIdentifier?) {
        self.key = key
        self.session = session
        self.parent = parent
        serial = Self.count.add(1, ordering: .relaxed).newValue
        depth = (parent?.depth ?? 0) + 1
        dependent = Dependent(keepers: (parent?.dependent.keepers ?? []).union(keeper.map { [$0] } ?? []))
        dependent.construction = self
    }

    /// Whether `other` is this construction or one that this is made for.
    func isPart(of other: Construction) -> Bool {
        var current = Optional(self)
        while let construction = current, construction.depth >= other.depth {
            if construction === other { return true }
            current = construction.parent
        }
        return false
    }
}

/// What constructions belong to, and what their instances are visible to before anybody else: one outermost request.
protocol ConstructionOwner: AnyObject, Sendable {}
