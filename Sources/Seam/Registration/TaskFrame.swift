/// One async factory under way: the twin of a ``Frame``, for code that has no thread of its own.
///
/// A task that the factory starts inherits the frame. When the build is over, the frame lets go of everything, so that a
/// task which is left behind keeps nothing alive.
final class TaskFrame: Sendable {
    /// The parts that exist while the build is under way.
    struct Content: Sendable {
        let entry: RegistryEntry
        let container: Container
        let arguments: ValueBox?
        let outer: TaskFrame?
        /// The build that the factory runs for, or inside.
        let waiter: Waiter
        let dependencies: Dependencies?
        /// The object of the resolution layer that an outermost request shares.
        let shared: any AnyObject & Sendable
    }

    private struct State {
        var content: Content?
        weak var container: Container?
        /// The current container outside the factory.
        weak var outerContainer: Container?
    }

    private let state: Lock<State>
    /// The task that runs the factory.
    private let task: Int?

    init(_ content: Content) {
        let outer = Container.inherited
        state = Lock(State(content: content, container: content.container, outerContainer: outer))
        task = CurrentTask.number
    }

    /// The content, until the build is over.
    var content: Content? { state.withLock { $0.content } }

    /// Ends the frame.
    func finish() {
        let content = state.withLock { state in
            defer { state.content = nil }
            return state.content
        }
        withExtendedLifetime(content) {}
    }

    /// The container that the factory builds in, or else the one outside, as far as they are alive.
    var currentContainer: Container? {
        let (inner, outer) = state.withLock { ($0.content?.container ?? $0.container, $0.outerContainer) }
        return inner ?? outer
    }

    /// The build that a request of the calling task is made for.
    var waiter: Waiter {
        guard var waiter = content?.waiter else { return Waiter() }
        waiter.isAside = waiter.isAside || task != CurrentTask.number
        return waiter
    }
}
