internal import Seam
internal import Synchronization

/// A scope: how long instances are cached.
public protocol ResolverScopeType: AnyObject {
    /// Drops the cached instances.
    func reset()
}

/// A scope of registrations; the base class caches nothing.
///
/// Programs add scopes of their own:
///
/// ```swift
/// extension ResolverScope {
///     static let session = ResolverScopeCache()
/// }
/// ```
public class ResolverScope: ResolverScopeType, @unchecked Sendable {
    // The class and its subclasses cannot be subclassed elsewhere. All their properties are constants that are
    // Sendable.

    /// One instance for the life of the program, or until it is reset.
    public static let application = ResolverScopeCache(.singleton)
    /// One instance for each resolver that is asked, until the resolver's ``Resolver/cache`` is reset.
    public static let container = ResolverScopeContainer()
    /// One instance, until the scope is reset.
    public static let cached = ResolverScopeCache(.cached)
    /// One instance for each outermost request: the default.
    public static let graph = ResolverScopeGraph()
    /// One instance while something else holds it.
    public static let shared = ResolverScopeShare()
    /// A new instance for each request.
    public static let unique = ResolverScope()

    /// Creates a scope that caches nothing.
    public init() {}

    /// Drops the cached instances; does nothing in a scope that has none itself: ``unique``, ``graph``, ``container``.
    public func reset() {}

    /// The scope of a registration in its container.
    func scope<Service>(of type: Service.Type) -> Scope { .unique }

    /// Notes a container that has a registration of this scope.
    func note(_ container: Container) {}
}

/// The scope that caches nothing.
public typealias ResolverScopeUnique = ResolverScope

/// A scope that caches one instance of each registration until it is reset.
public class ResolverScopeCache: ResolverScope, @unchecked Sendable {
    private static let count = Atomic<Int>(0)

    private let scope: Scope
    private let containers = ContainerList()

    /// Creates a scope of its own, which is reset separately.
    public override convenience init() {
        self.init(.cached("ResolverScopeCache \(Self.count.add(1, ordering: .relaxed).newValue)"))
    }

    init(_ scope: Scope) {
        self.scope = scope
        super.init()
    }

    /// Drops the cached instances of all resolvers.
    public override func reset() { containers.reset(scope) }

    override func scope<Service>(of type: Service.Type) -> Scope { scope }

    override func note(_ container: Container) { containers.note(container) }
}

/// A scope that shares one instance within each outermost request.
///
/// Objects are shared, and services of a protocol type; other values are built for each request.
public final class ResolverScopeGraph: ResolverScope, @unchecked Sendable {
    /// Creates the scope.
    public override init() {}

    override func scope<Service>(of type: Service.Type) -> Scope { ServiceKind(type) == .value ? .unique : .graph }
}

/// A scope that holds instances weakly.
///
/// Only objects are shared; values are built for each request.
public final class ResolverScopeShare: ResolverScope, @unchecked Sendable {
    /// The scope of services of a protocol type: if the service is a value, it is not kept, and that is no error.
    private static let behindProtocol = Scope("shared", storage: { WeakStorage() })

    private let containers = ContainerList()

    /// Creates the scope.
    public override init() {}

    /// Forgets the instances of all resolvers: the next request builds a new one.
    public override func reset() {
        containers.reset(.shared)
        containers.reset(Self.behindProtocol)
    }

    override func scope<Service>(of type: Service.Type) -> Scope {
        switch ServiceKind(type) {
        case .object: .shared
        case .existential: Self.behindProtocol
        case .value: .unique
        }
    }

    override func note(_ container: Container) { containers.note(container) }
}

/// A scope that caches one instance for each resolver that is asked.
public final class ResolverScopeContainer: ResolverScope, @unchecked Sendable {
    /// Creates the scope.
    public override init() {}

    override func scope<Service>(of type: Service.Type) -> Scope { .container }
}

/// The instances of the ``ResolverScope/container`` scope in one container.
final class ResolverContainerCache: ResolverScopeCache, @unchecked Sendable {
    private let container: Container

    init(of container: Container) {
        self.container = container
        super.init(.container)
    }

    override func reset() {
        super.reset()
        container.reset(.container)
    }
}

// MARK: - Parts of scopes

/// The way in which instances of a type can be held.
enum ServiceKind {
    case object
    case existential
    case value

    init<Service>(_ type: Service.Type) {
        guard !(type is AnyClass) else {
            self = .object
            return
        }
        // Only the metatype of an existential type is a `.Protocol`; with primary associated types, it says `any`.
        let metatype = String(describing: Swift.type(of: type))
        self = metatype.hasSuffix(".Protocol") || metatype.hasPrefix("(any ") ? .existential : .value
    }
}

/// The containers whose instances a scope resets.
private final class ContainerList: Sendable {
    private let containers = Mutex(WeakSet<Container>())

    /// Adds a container.
    ///
    /// - Complexity: O(1), amortized.
    func note(_ container: Container) {
        let toRelease = containers.withLock { $0.insert(container).toRelease }
        // The set may hold the last references: they are released under no lock.
        withExtendedLifetime(toRelease) {}
    }

    func reset(_ scope: Scope) {
        for container in containers.withLock(\.living) { container.reset(scope) }
    }
}

/// A storage that holds an object weakly, and does not hold a value at all.
private final class WeakStorage: InstanceStorage {
    // The container gives the instance to each thread that asks for it, as it does in every scope.
    private let content = Mutex(Unchecked(value: WeakObject()))

    var instance: Any? {
        get { content.withLock { $0 }.value.object }
        set {
            let object = newValue.flatMap { type(of: $0) is AnyClass ? $0 as AnyObject : nil }
            let new = Unchecked(value: WeakObject(object: object))
            content.withLock { $0 = new }
        }
    }
}
