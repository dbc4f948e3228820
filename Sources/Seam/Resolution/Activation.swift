internal import Synchronization

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
