public import Seam
internal import Synchronization

/// A registry of services, under the names of Resolver.
///
/// ```swift
/// Resolver.register { HTTPClient() as Networking }
/// let network: Networking = Resolver.resolve()
/// ```
///
/// Each resolver keeps its registrations in a ``Seam/Container``, which builds, caches and explains. A resolver may be
/// used from any thread.
///
/// Neither services nor factories have to be `Sendable`, as in Resolver: nothing checks that what they share is used
/// from one thread at a time. Two threads may run factories at the same time. If a factory changes state that another
/// one reads, the program guards that state.
public final class Resolver: Sendable {
    /// The container with the registrations of this resolver, before and after the first use.
    let registry: Container
    /// The instances of the ``ResolverScope/container`` scope that were built for this resolver.
    public let cache: ResolverScope
    /// The child that was given to `init`; its container is the parent of this resolver's container.
    private let child: Resolver?
    private let added = Mutex<[Resolver]>([])

    /// Creates a resolver.
    ///
    /// - Parameter child: The resolver that is searched for what is not registered here.
    public convenience init(child: Resolver? = nil) {
        self.init(Container(parent: child?.registry, defaultScope: .graph), child: child)
    }

    /// Creates a resolver that searches another one for what is not registered here.
    @available(*, deprecated, renamed: "init(child:)")
    public convenience init(parent: Resolver) {
        self.init(child: parent)
    }

    /// Creates a resolver that keeps its registrations in the given container.
    init(_ container: Container, child: Resolver? = nil) {
        registry = container
        self.child = child
        cache = ResolverContainerCache(of: container)
    }

    /// The container with the registrations of this resolver.
    ///
    /// New code may use it directly: to register, to validate, or to draw the graph. The container of the first
    /// ``main`` has ``Seam/Container/main`` as its parent, so that services which are registered there are found here.
    /// Reading this property makes the registrations of ``ResolverRegistering``, as a request does.
    public var container: Container {
        registerServices()
        return registry
    }

    /// Adds a resolver that is searched, after those added before, for what is not registered here.
    public func add(child: Resolver) {
        added.withLock { $0.append(child) }
    }
}

// MARK: - Children

extension Resolver {
    /// Whether there is nothing to search but the container itself.
    var isAlone: Bool { child == nil && added.withLock { $0.isEmpty } }

    /// The nearest resolver that has a registration; this one, if none has.
    ///
    /// The order is that of a search in depth: the container, its parents, and then the children that were added.
    func source<Service>(of type: Service.Type, name: ServiceName?) -> Resolver {
        guard !addedBelow.isEmpty else { return self }
        var visited: Set<ObjectIdentifier> = []
        return search(for: type, name: name, &visited) ?? self
    }

    private func search<Service>(
        for type: Service.Type,
        name: ServiceName?,
        _ visited: inout Set<ObjectIdentifier>
    ) -> Resolver? {
        guard visited.insert(ObjectIdentifier(self)).inserted else { return nil }
        if registry.isRegistered(type, name: name) { return self }
        for child in addedBelow {
            if let found = child.search(for: type, name: name, &visited) { return found }
        }
        return nil
    }

    /// The children that were added to this resolver, or to one whose container is a parent of its container.
    private var addedBelow: [Resolver] {
        (child?.addedBelow ?? []) + added.withLock(\.self)
    }
}
