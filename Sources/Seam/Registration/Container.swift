internal import Synchronization

/// A registry of services: a map from keys to factories, the instances it keeps, and the container it inherits from.
///
/// ```swift
/// let container = Container()
/// container.register { LiveAPI() as any API }.scope(.singleton)
/// let api: any API = container.resolve()
/// ```
///
/// A container may be used from any thread at any time. Requests read it without a lock; changes take a lock for the
/// moment of the change, and no code of yours ever runs under one. The design is that of a service locator
/// (M. Fowler, 2004), keyed by type at run time.
public final class Container: Resolving, Sendable {
    @usableFromInline let table = ConcurrentTable<RegistryEntry>()
    /// The key of the thread-local; here, where the read path has it at hand.
    @usableFromInline let threadKey = ThreadLocal.key
    /// The container whose registrations show through where this one has none.
    public let parent: Container?
    /// The instances of the `container` scope that were asked for here.
    let instances = ContainerInstances()
    let state: Lock<State>
    /// Whether this is the process-wide container.
    let isMain: Bool
    /// Whether the container has decorators of its own.
    let isDecorating = Atomic<Bool>(false)
    /// Whether new registrations have another scope than `unique`; spares most of them a look under the lock.
    let hasDefaultScope: Atomic<Bool>

    /// The parts that change, apart from the table.
    struct State {
        var defaultScope: Scope
        /// Everything with a name or arguments, and all contributions, by type.
        var variants: [ObjectIdentifier: [RegistryEntry]] = [:]
        var decorations: [DecorationKey: [ContainerDecorator]] = [:]
        var modules: Set<ObjectIdentifier> = []
        var declarations: [DeclarationKey: Declaration] = [:]
        var children = Children()
        /// The other levels of a copied chain, while its overrides are being registered.
        var copiedAncestors: [Container] = []
        var isClosed = false
        var firstUse = FirstUse.settled
    }

    /// Creates an empty container.
    ///
    /// - Parameters:
    ///   - parent: Where to look for what is not registered here.
    ///   - defaultScope: The scope of registrations that are not given one.
    public init(parent: Container? = nil, defaultScope: Scope = .unique) {
        self.parent = parent
        state = Lock(State(defaultScope: defaultScope))
        hasDefaultScope = Atomic(defaultScope != .unique)
        isMain = false
        parent?.adopt(self)
    }

    /// Creates the process-wide container, which calls for the registrations of ``AutoRegistering`` on its first use.
    init(main: Void) {
        parent = nil
        var initial = State(defaultScope: .unique)
        initial.firstUse = .pending
        state = Lock(initial)
        hasDefaultScope = Atomic(false)
        isMain = true
        table.setHidden(true)
    }

    /// The container itself.
    @inlinable
    public var container: Container { self }

    private func adopt(_ child: Container) {
        // Those looked at may be the last references by then: they are released outside the lock.
        let looked = state.withLock { $0.children.add(child) }
        withExtendedLifetime(looked) {}
    }
}

extension Container {
    /// The containers below that are alive, held weakly.
    struct Children {
        private var references: [WeakContainer] = []
        private var purgeAt = 16

        /// Adds a container; those that are gone are forgotten whenever the number has doubled.
        ///
        /// - Returns: References for the caller to release under no lock.
        /// - Complexity: O(1), amortized.
        mutating func add(_ child: Container) -> [Container] {
            defer { references.append(WeakContainer(container: child)) }
            guard references.count >= purgeAt else { return [] }
            let living = references.compactMap(\.container)
            references = living.map { WeakContainer(container: $0) }
            purgeAt = max(16, living.count * 2)
            return living
        }

        /// The first containers that are alive, all of them held by the result: the caller releases them under no lock.
        func living(atMost limit: Int) -> [Container] {
            var living: [Container] = []
            for reference in references where living.count < limit {
                if let container = reference.container { living.append(container) }
            }
            return living
        }
    }

    /// A container that is not kept alive.
    struct WeakContainer: Sendable {
        weak let container: Container?
    }

    /// This container and those above.
    var chain: [Container] {
        var chain: [Container] = []
        var container = Optional(self)
        while let current = container {
            chain.append(current)
            container = current.parent
        }
        return chain
    }

    /// Whether the container was shut down.
    var isClosed: Bool { table.isHidden && state.withLock { $0.isClosed } }
}
