/// A source of services: a ``Container``, or the ``Resolver`` that a factory receives.
public protocol Resolving: Sendable {
    /// The container that answers.
    var container: Container { get }
}

/// The source from which factories, decorators and hooks resolve their own dependencies.
///
/// A resolver may be kept by a closure that escapes; it then holds its container. Requests through it join the
/// build under way on the calling thread or task.
public struct Resolver: Resolving {
    /// The container that the service is built in.
    public let container: Container

    @inlinable
    init(_ container: Container) {
        self.container = container
    }
}
