/// One service of a path that outlives its frames: that of an instance whose `onResolved` hooks run later.
///
/// Paths share what they have in common: each frame, of a thread or of an async factory, gets one node, however many
/// instances are built inside it. A node has everything that the cycle check compares.
final class PathNode: Sendable {
    let entry: RegistryEntry
    let container: Container
    let arguments: ValueBox?
    /// The number of services, this one included.
    let count: Int
    /// The services outside the path, if a task of its own builds the outermost one.
    let outerPath: OuterPath?
    private let link: ChainLink<PathNode>
    private let end = Lock<End?>(nil)

    /// The end of a build whose instance a scope keeps or shares.
    struct End: Sendable {
        let build: Build
        let instance: ValueBox
    }

    /// - Parameter outerPath: The services outside the path, if the service is the outermost one.
    init(
        of entry: RegistryEntry,
        in container: Container,
        arguments: ValueBox?,
        inside outer: PathNode?,
        outerPath: OuterPath? = nil
    ) {
        (self.entry, self.container, self.arguments) = (entry, container, arguments)
        count = (outer?.count ?? 0) + 1
        self.outerPath = outer?.outerPath ?? outerPath
        link = ChainLink(to: outer)
    }

    /// The services around this one.
    var outer: PathNode? { link.object }

    /// The end of the build, once it is over; none if it has failed, or if its instance is neither kept nor shared.
    var endOfBuild: End? { end.withLock(\.self) }

    /// Notes the instance, which `onResolved` hooks may ask for after a reset has dropped it.
    func note(_ instance: ValueBox, of build: Build) {
        end.withLockReleasing { exchange(&$0, with: End(build: build, instance: instance)) }
    }

    /// Forgets the instance, whose own `onResolved` hooks run now: what would build it again is a circle.
    func forgetInstance() { end.withLockReleasing { exchange(&$0, with: nil) } }
}

/// The services around a build that has a task of its own, for the errors of its `onResolved` hooks.
///
/// The other errors of the build get these services from the requests that wait for it.
final class OuterPath: Sendable {
    /// The services of one task.
    private let keys: [ServiceKey]
    /// The services outside that task.
    private let link: ChainLink<OuterPath>

    init(_ keys: [ServiceKey], inside outer: OuterPath?) {
        self.keys = keys
        link = ChainLink(to: outer)
    }

    /// All services, from the outermost request inwards.
    ///
    /// - Complexity: O(*n*) in their number.
    var services: [ServiceKey] {
        sequence(first: self) { $0.link.object }.map(\.keys).reversed().flatMap(\.self)
    }
}
