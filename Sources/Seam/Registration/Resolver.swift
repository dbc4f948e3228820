/// What factories, decorators and hooks resolve their own dependencies with.
///
/// A resolver may be kept by a closure that escapes; it then holds its container. Requests through it join the
/// construction under way on the calling thread or task.
public struct Resolver: Resolving {
    /// The container that the service is built in.
    public let container: Container

    @inlinable
    init(_ container: Container) {
        self.container = container
    }
}
