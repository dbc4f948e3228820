/// A source of services: a ``Container``, or the ``Resolver`` that a factory receives.
public protocol Resolving: Sendable {
    /// The container that answers the requests.
    var container: Container { get }
}

/// The source from which factories, decorators and hooks resolve their own dependencies.
///
/// A closure that escapes may keep a resolver, and with it the container. Requests through a resolver belong to the
/// build that is under way on the calling thread or task.
public struct Resolver: Resolving {
    /// The container that the service is built in.
    public let container: Container

    @inlinable
    init(_ container: Container) {
        self.container = container
    }
}
