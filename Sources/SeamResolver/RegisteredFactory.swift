internal import Seam
internal import Synchronization

/// A factory as it is registered in a container.
final class RegisteredFactory<Service>: Sendable {
    // As in Resolver, factories need not be Sendable: the program answers for what a factory shares between threads.
    private let call: Mutex<Unchecked<ResolverFactoryAnyArguments<Service>>>
    private let owner: Weak<Resolver>

    init(_ call: @escaping ResolverFactoryAnyArguments<Service>, of owner: Resolver) {
        self.call = Mutex(Unchecked(value: call))
        self.owner = Weak(object: owner)
    }

    /// Calls the factory for a request of a container.
    ///
    /// - Throws: ``FactoryReturnedNil``.
    func service(for services: Seam.Resolver) throws -> Service {
        let request = PendingRequest.take()
        let resolver = request?.resolver ?? resolver(of: services.container)
        let arguments = request == nil ? services.sampleArgument : request?.arguments
        guard let service = self(resolver, arguments) else { throw FactoryReturnedNil() }
        return service
    }

    func callAsFunction(_ resolver: Resolver, _ arguments: Any?) -> Service? {
        call.withLock { $0 }.value(resolver, arguments)
    }

    /// Wraps the factory.
    func update(_ modifier: (@escaping ResolverFactoryAnyArguments<Service>) -> ResolverFactoryAnyArguments<Service>) {
        let new = Unchecked(value: modifier(call.withLock { $0 }.value))
        let old = call.withLock { exchange(&$0, with: new) }
        withExtendedLifetime(old) {}
    }

    /// The resolver of a container that was asked directly: the owner, or for a copy of its container, and for a
    /// container below it, one that searches the resolvers which were added to the owner.
    private func resolver(of container: Container) -> Resolver {
        let owner = owner.object
        if let owner, owner.registry === container { return owner }
        return Resolver(container, child: owner)
    }
}

/// The failure of a factory that has returned `nil`.
struct FactoryReturnedNil: Error, CustomStringConvertible {
    var description: String { "the factory returned nil." }
}
