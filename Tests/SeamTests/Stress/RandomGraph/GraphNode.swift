import Seam
import Synchronization

/// An instance of a service of a random graph.
final class GraphNode: GraphAlias, @unchecked Sendable {
    // Unchecked because of `hooksDone`: its only writer is the onCreate hook, which ends before others see the node. It
    // is plain so that the thread sanitizer reports a node that is seen without synchronisation.

    /// The identity of a kept instance within one round.
    struct Place: Hashable, Sendable, CustomStringConvertible {
        let number: Int
        let isOwnedByChild: Bool
        /// The asked container, for services that each asked container keeps.
        let asked: ObjectIdentifier?

        var description: String { "\(number)\(isOwnedByChild ? " of the child" : "")" }
    }

    let place: Place
    let below: [GraphNode]
    /// The node that a decorator replaced by this one.
    let decorated: GraphNode?
    private let census: GraphCensus
    private let hooksRunning = Atomic<Int>(0)
    private var hooksDone = 0

    init(_ place: Place, below: [GraphNode] = [], decorated: GraphNode? = nil, census: GraphCensus) {
        self.place = place
        self.below = below
        self.decorated = decorated
        self.census = census
        census.add(1)
    }

    deinit { census.add(-1) }

    var node: GraphNode { self }

    /// The node that the factory made.
    var core: GraphNode { decorated?.core ?? self }

    /// Whether no onCreate hook is running for the node.
    var isQuiet: Bool { hooksRunning.load(ordering: .relaxed) == 0 && (decorated?.isQuiet ?? true) }

    /// The number of onCreate hooks that have returned; read only when the contract says that they have.
    var hooks: Int { hooksDone + (decorated?.hooks ?? 0) }

    /// Runs an onCreate hook.
    func runHook(_ body: () throws -> Void) rethrows {
        hooksRunning.add(1, ordering: .relaxed)
        defer { hooksRunning.subtract(1, ordering: .relaxed) }
        try body()
        hooksDone += 1
    }
}

/// The type that services of a random graph are also known by.
protocol GraphAlias: Sendable {
    var node: GraphNode { get }
}

/// The number of living nodes of a round.
final class GraphCensus: Sendable {
    // Relaxed, so that counting does not synchronise threads that the library has to synchronise.
    private let number = Atomic<Int>(0)

    var living: Int { number.load(ordering: .relaxed) }

    func add(_ difference: Int) { number.add(difference, ordering: .relaxed) }
}
