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
