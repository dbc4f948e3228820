internal import Synchronization

/// The frame of an async factory: the twin of a ``Frame``, for code that has no thread of its own.
///
/// The tasks that the factory starts inherit the frame. When the build is over, the frame releases its content, so that
/// a task that is left behind keeps nothing alive.
final class TaskFrame: Sendable {
    /// The number of frames under way for kept instances, in the whole process: as long as it is 0, a request for a
    /// ready instance does not look for a frame.
    static let keeping = Atomic<Int>(0)

    /// The parts that exist while the build is under way.
    final class Content: Sendable {
        let entry: RegistryEntry
        /// The container that the factory builds in.
        let container: Container
        /// The arguments of the request, if there are any.
        let arguments: ValueBox?
        /// The hash of the arguments; 0 if there are none, or if they are not `Hashable`.
        let argumentHash: Int
        /// The frame of the async factory around this one.
        let outer: TaskFrame?
        /// The build that the factory runs for, or inside.
        let waiter: Waiter
        let dependencies: Dependencies?
        /// The services around the build, if it has a task of its own.
        let outerPath: OuterPath?
        /// The report of the request that the factory builds for, if anybody listens.
        let report: RequestReport?
        /// Whether this is the frame of an outermost request, whose `Resolution` is made when something needs it.
        let makesResolution: Bool
        /// The `Resolution` of the outermost request.
        let sharedResolution: Lock<SharedResolution>
        /// The context outside the factory.
        ///
        /// A container that an outer factory builds in is reached through the frame of that factory, which releases it
        /// at its own end.
        let context: TaskContext
        /// Whether this is the frame of an alias that was asked for on the main actor, where its target is asked for,
        /// too.
        let isAliasOnMainActor: Bool
        /// The node that stands for the frame on paths, as long as one of them has it.
        ///
        /// Held weakly: the node holds the services around it, which this content must not keep alive when their
        /// factories are over.
        private let node = Lock<WeakHolder<PathNode>?>(nil)
        private let conversion = Atomic<Bool>(false)

        init(
            entry: RegistryEntry,
            container: Container,
            arguments: ValueBox?,
            argumentHash: Int,
            outer: TaskFrame? = nil,
            waiter: Waiter = Waiter(),
            dependencies: Dependencies? = nil,
            outerPath: OuterPath? = nil,
            report: RequestReport? = nil,
            resolutionObject: (any AnyObject & Sendable)? = nil,
            context: TaskContext = .current
        ) {
            self.entry = entry
            self.container = container
            self.arguments = arguments
            self.argumentHash = argumentHash
            self.outer = outer
            self.waiter = waiter
            self.dependencies = dependencies
            self.outerPath = outerPath
            self.report = report
            makesResolution = resolutionObject == nil
            sharedResolution = Lock(SharedResolution(object: resolutionObject))
            self.context = context
            isAliasOnMainActor = entry.aliasTarget != nil && MainActorCheck.isOnMainActor
        }

        /// The node that stands for the frame, if there is one.
        var nodeIfMade: PathNode? { node.withLock { $0?.object } }

        /// The node that stands for the frame; if there is none, a new one.
        ///
        /// - Parameter outer: The node of the service around.
        func node(inside outer: PathNode?) -> PathNode {
            let fresh = PathNode(of: entry, in: container, arguments: arguments, inside: outer, outerPath: outerPath)
            return node.withLock { node in
                if let made = node?.object { return made }
                node = WeakHolder(fresh)
                return fresh
            }
        }

        /// Whether the service was converted to the type of an alias on the main actor, as it could not be elsewhere.
        var isConvertedOnMainActor: Bool { conversion.load(ordering: .relaxed) }

        func noteConversionOnMainActor() { conversion.store(true, ordering: .relaxed) }
    }

    /// The `Resolution` of a request, if there is one yet.
    struct SharedResolution {
        var object: (any AnyObject & Sendable)?
        /// Whether the request is over.
        var isOver = false
        /// Whether it has failed.
        var isFailed = false
    }

    /// The containers inside and outside a factory that is over, for the tasks that it has left behind.
    private final class Former: Sendable {
        let inner: Weak<Container>
        let outer: Weak<Container>

        init(of content: Content) { (inner, outer) = (Weak(content.container), Weak(content.context.container)) }

        var container: Container? { inner.object ?? outer.object }
    }

    private enum State {
        case underWay(Content)
        case over
        /// The factory is over, and has left a task behind.
        case leftBehind(Former)
    }

    private let state: Lock<State>
    /// The number of the task that runs the factory; `nil` if the factory runs for no build that a wait may hold up.
    private let taskNumber: Int?

    init(_ content: Content) {
        state = Lock(.underWay(content))
        taskNumber = content.waiter.build == nil ? nil : CurrentTask.number
        if content.dependencies != nil { Self.keeping.add(1, ordering: .relaxed) }
    }

    /// Whether the task works for an async factory that builds for a kept instance.
    @inline(__always)
    static var isBuildingForKeptInstance: Bool {
        keeping.load(ordering: .relaxed) != 0 && isCurrentForKeptInstance
    }

    @inline(never)  // Seldom needed, on the path of all requests.
    private static var isCurrentForKeptInstance: Bool {
        TaskContext.current.frame?.isUnderWay { $0.dependencies != nil } ?? false
    }

    /// Whether the calling task works for a factory that is under way.
    static var isCurrentUnderWay: Bool { TaskContext.current.frame?.isUnderWay { _ in true } ?? false }

    /// Whether the build is not over, and its content satisfies a condition, which is called under the lock.
    ///
    /// May be called during a read: nobody waits for readers under this lock, and no reference to the content is taken,
    /// whose last one might run a user's `deinit`.
    private func isUnderWay(where condition: (Content) -> Bool) -> Bool {
        state.withLock { state in
            if case .underWay(let content) = state { condition(content) } else { false }
        }
    }

    /// The content, until the build is over.
    var content: Content? {
        state.withLock { state in
            if case .underWay(let content) = state { content } else { nil }
        }
    }

    /// Ends a frame.
    ///
    /// Only a frame that a task of the factory may still hold gets weak references: an object that has once had one is
    /// retained and released more slowly from then on.
    static func finish(_ frame: inout TaskFrame) {
        let isLeftBehind = !isKnownUniquelyReferenced(&frame)
        frame.end(isLeftBehind: isLeftBehind)
    }

    /// Ends the frame, if it is under way.
    ///
    /// - Parameter isLeftBehind: Whether a task of the factory may still hold the frame.
    func end(isLeftBehind: Bool) {
        // Made before the lock is taken: it looks at containers, of which it may hold the last reference for a moment.
        let former = isLeftBehind ? content.map { Former(of: $0) } : nil
        let content = state.withLock { state -> Content? in
            guard case .underWay(let content) = state else { return nil }
            state = former.map { .leftBehind($0) } ?? .over
            return content
        }
        if content?.dependencies != nil { Self.keeping.subtract(1, ordering: .relaxed) }
        // The content is released here, under no lock.
        withExtendedLifetime(content) {}
    }

    /// The container that the factory builds in, or the one outside if that is gone; `nil` if both are gone.
    var currentContainer: Container? {
        state.withLock { state in
            switch state {
            case .underWay(let content): content.container
            case .over: nil
            case .leftBehind(let former): former.container
            }
        }
    }

    /// The build that a request of the calling task is made for.
    var waiter: Waiter {
        guard var waiter = content?.waiter, waiter.build != nil else { return Waiter() }
        waiter.mayBeLeftBehind = waiter.mayBeLeftBehind || taskNumber != CurrentTask.number
        return waiter
    }
}
