public import Synchronization

/// What a task inherits: the container that is bound, and the async construction under way.
///
/// The one task-local of the library. Reading a task-local costs as much as half an instance, so nobody does before
/// the first one was ever bound: `isUsed` is set then, once and for ever.
@usableFromInline
struct Ambient: Sendable {
    /// The innermost container of the task.
    let container: Container
    /// The async construction that the task works for.
    let activation: Activation?

    @TaskLocal private static var value: Ambient?

    @usableFromInline static let isUsed = Atomic<Bool>(false)

    /// What the current task has inherited.
    static var current: Ambient? {
        isUsed.load(ordering: .relaxed) ? value : nil
    }

    /// Calls `operation` with this value inherited by it and the tasks that it creates.
    func bound<Result>(during operation: () throws -> Result) rethrows -> Result {
        Self.isUsed.store(true, ordering: .relaxed)
        return try Self.$value.withValue(self, operation: operation)
    }

    /// The same for an async operation, on the caller's actor.
    func bound<Result>(
        isolation: isolated (any Actor)?,
        during operation: () async throws -> Result
    ) async rethrows -> Result {
        Self.isUsed.store(true, ordering: .relaxed)
        return try await Self.$value.withValue(self, operation: operation, isolation: isolation)
    }
}

/// One async construction under way: the twin of a frame, for what has no thread of its own.
final class Activation: Sendable {
    let registration: AnyRegistration
    let container: Container
    let arguments: ArgumentsKey?
    let outer: Activation?
    /// The kept instance being made, or the one that this is made for.
    ///
    /// Weak, because a task that the factory leaves behind inherits the activation, and must not keep the instance.
    weak let construction: Construction?
    let session: Session
    private let isOver = Atomic<Bool>(false)

    init(
        _ registration: AnyRegistration,
        container: Container,
        arguments: ArgumentsKey?,
        outer: Activation?,
        construction: Construction?,
        session: Session
    ) {
        self.registration = registration
        self.container = container
        self.arguments = arguments
        self.outer = outer
        self.construction = construction
        self.session = session
    }

    /// Whether the factory has returned: a task that it left behind builds nothing for it any more.
    var isFinished: Bool { isOver.load(ordering: .acquiring) }

    func finish() { isOver.store(true, ordering: .releasing) }

    /// The services from the outermost to this one.
    ///
    /// - Complexity: O(*n*) in the depth.
    var path: [ServiceKey] {
        var keys: [ServiceKey] = []
        var activation = Optional(self)
        while let current = activation {
            keys.append(current.registration.key)
            activation = current.outer
        }
        return keys.reversed()
    }
}

extension Ambient {
    /// The construction that requests belong to, if it is still under way.
    var liveActivation: Activation? {
        guard let activation, !activation.isFinished else { return nil }
        return activation
    }
}
