/// Something that services can be had from: a ``Container``, or the ``Resolver`` that a factory receives.
public protocol Resolving: Sendable {
    /// The container that answers.
    var container: Container { get }
}
