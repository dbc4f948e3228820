/// What everything built for one outermost request shares: the instances of the `graph` scope, and the hooks to run
/// when the outermost construction is finished.
final class Session: ConstructionOwner {
    /// The instances of the `graph` scope; shared with the builds of kept async services that a request starts.
    let graph: GraphInstances
    private let state = Lock(State())

    private struct State {
        var completions: [Completion] = []
        var borrowed: [Construction] = []
        var isOver = false
        /// The path of the instance whose hooks are running.
        var completing: [ServiceKey]?
        var generation = 0
    }

    init(graph: GraphInstances = GraphInstances()) {
        self.graph = graph
    }

    /// Whether instances wait for their hooks, or are in them.
    var hasCompletions: Bool { state.withLock { !$0.completions.isEmpty || $0.completing != nil } }

    /// The services from the outermost request to the instance whose hooks are running.
    var completing: [ServiceKey]? { state.withLock { $0.completing } }

    /// Queues what remains to be done for an instance; inner instances come first.
    func add(_ completion: Completion) {
        state.withLock { state in
            var completion = completion
            completion.generation = state.generation + 1
            state.completions.append(completion)
        }
    }

    /// Notes an instance of another session that is in use here before its hooks have run.
    func borrow(_ construction: Construction) {
        state.withLock { $0.borrowed.append(construction) }
    }

    /// The next instance to complete; what its hooks build is of the generation after it.
    func nextCompletion() -> Completion? {
        state.withLock { state in
            guard !state.completions.isEmpty else {
                state.completing = nil
                return nil
            }
            let completion = state.completions.removeFirst()
            state.generation = completion.generation
            state.completing = completion.path
            return completion
        }
    }

    func takeBorrowed() -> [Construction] {
        state.withLock { state in
            defer { state.borrowed = [] }
            return state.borrowed
        }
    }

    /// Hands what is left to do to the session that this one belongs to, unless that is over already.
    ///
    /// - Returns: Whether it took it.
    func handOver(to outer: Session) -> Bool {
        let (completions, borrowed) = state.withLock { state in
            defer {
                state.completions = []
                state.borrowed = []
                state.isOver = true
            }
            return (state.completions, state.borrowed)
        }
        let isTaken = outer.state.withLock { state in
            guard !state.isOver else { return false }
            state.completions += completions
            state.borrowed += borrowed
            return true
        }
        guard isTaken else {
            state.withLock { state in
                state.completions = completions + state.completions
                state.borrowed = borrowed + state.borrowed
                state.isOver = false
            }
            return false
        }
        for completion in completions {
            if let construction = completion.construction { WaitGraph.move(construction, to: outer) }
        }
        return true
    }

    /// Whether nobody will run what is added from now on.
    var isOver: Bool { state.withLock { $0.isOver } }

    /// Takes no more from inner sessions, if there is nothing left to do.
    ///
    /// - Returns: Whether the session is over.
    func close() -> Bool {
        state.withLock { state in
            guard state.completions.isEmpty, state.borrowed.isEmpty else { return false }
            state.isOver = true
            return true
        }
    }
}
