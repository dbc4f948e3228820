internal import Synchronization

/// A registry of services: factories by their keys, and the instances that are kept.
///
/// ```swift
/// let container = Container()
/// container.register { LiveAPI() as any API }.scope(.singleton)
/// let api: any API = container.resolve()
/// ```
///
/// A container may be used from any thread at any time. Most requests for a ready instance, and most calls of a factory
/// whose instance is not kept, read the container without a lock. Other requests and changes take a lock for a moment,
/// and no code of yours runs under it. A container with a parent inherits the registrations that it does not have
/// itself. The design is a service locator (M. Fowler, 2004), keyed by type at run time.
public final class Container: Resolving, Sendable {
    /// The registrations that lock-free readers find.
    let table = ConcurrentTable<RegistryEntry>()
    /// A copy of ``ThreadLocal/key``: a `static let` is checked at each read for whether it was made.
    let threadKey = ThreadLocal.key
    private let parentLink: ChainLink<Container>
    /// The instances of the `container` scope that belong to this container.
    private let lazyContainerInstances = LazyReference<ContainerInstances>()
    /// The other parts of the registry, behind a lock.
    let state: Registry
    /// A number that no other container of the process ever has; an address may be used again.
    let number = Container.count.add(1, ordering: .relaxed).newValue
    /// Whether this is the process-wide container.
    let isMain: Bool
    /// The ``Detour``s of requests that find nothing here: 0 if lock-free readers may use what they find above.
    let detours = Atomic<UInt>(0)
    /// The number of resets under way; written under the lock.
    let resetCount = Atomic<Int>(0)
    /// Whether the container was ever copied.
    let isCopied = Atomic<Bool>(false)
    /// Whether the default scope differs from `unique`; most registrations read only this, and take no lock.
    let hasDefaultScope: Atomic<Bool>

    /// The parts that change, apart from the table and the flags beside it.
    struct State {
        // The registrations.
        var defaultScope: Scope
        /// The registrations with a name or arguments, all contributions, and the entries of declared services, by
        /// type.
        var variants = HashTable<Variants>()
        /// The registrations that were not made, because their conditions were false.
        var skipped = SharedDictionary<KeyGroup, [SkippedRegistration]>()
        /// The container's own decorators, by what they decorate.
        var decorations = SharedDictionary<KeyGroup, [ContainerDecorator]>()
        /// The installations of modules, by the types of these.
        var modules = SharedDictionary<ObjectIdentifier, Installation>()

        // The instances.
        var keeping = KeepingEntries()
        /// The resets under way, each with its scope, or `nil` for all scopes.
        var resets: [Scope?] = []
        /// Whether the container is a copy for a dry run.
        var isOfDryRun = false

        // The other containers.
        /// The children, for texts.
        var children = WeakList<Container>()
        /// Whether the container is the innermost level of a copied chain whose overrides are being registered.
        var takesOverrides = false
        /// The registrations that several levels of a copied chain file.
        var overrides = SharedOverrides()
        /// The registrations shared with the origin and the copies.
        var sharing = Sharing()

        // The life of the container.
        /// The registrations of the first use; `nil` before the first use of the main container.
        var firstUse: Installation? = .done
        /// The number of times that the main container was emptied, after which its first use comes again.
        var emptyings = 0
        var isClosed = false
        /// The listeners to requests, such as observers; as long as there are any, requests take the slow path.
        var listeners: [any RequestListener] = []

        /// Whether lock-free readers may find registrations in the table.
        var isReadable: Bool {
            firstUse?.isDone == true && !isClosed && listeners.isEmpty
        }
    }

    private static let count = Atomic<Int>(0)

    /// Creates an empty container.
    ///
    /// - Parameters:
    ///   - parent: The container that answers for the keys that are not registered here. The child holds it.
    ///   - defaultScope: The scope of the registrations that are not given one.
    /// - Complexity: O(1), amortized.
    public init(parent: Container? = nil, defaultScope: Scope = .unique) {
        parentLink = ChainLink(to: parent)
        state = Registry(State(defaultScope: defaultScope))
        hasDefaultScope = Atomic(defaultScope != .unique)
        isMain = false
        parent?.adopt(self)
    }

    /// Creates the process-wide container, which makes the registrations of ``AutoRegistering`` on its first use.
    init(main: Void) {
        parentLink = ChainLink(to: nil)
        var initial = State(defaultScope: .unique)
        initial.firstUse = nil
        state = Registry(initial)
        hasDefaultScope = Atomic(false)
        isMain = true
        setTableHidden(true)
    }

    deinit {
        unfileOverrides()
        if isCopied.load(ordering: .acquiring) { state.passOnEverything() }
    }

    /// Takes back the overrides that other levels of the chain may file, too, and that may live longer.
    private func unfileOverrides() {
        let (overrides, isClosed) = state.withLock { ($0.overrides.isEmpty ? nil : $0.overrides, $0.isClosed) }
        guard let overrides else { return }
        var dropped = DroppedInstances()
        for entry in tableContents where overrides.contains(entry) {
            entry.noteUnfiling()
            if !entry.isFiled {
                // A container that has found it at a level which has replaced it since may still keep an instance.
                dropped.append(entry.dropAllInstances())
            } else if !isClosed {
                // The innermost level has built the instance for all of them. Once it is shut down, another one does,
                // which keeps it.
                dropped.append(entry.dropInstances())
            }
        }
        dropped.release()
    }

    /// The container itself.
    @inlinable
    public var container: Container { self }

    /// The container that answers for the keys that are not registered here.
    public var parent: Container? { parentLink.object }

    /// The parent, for a caller that holds this container.
    var borrowedParent: Borrowed<Container>? { parentLink.borrowed }

    private func adopt(_ child: Container) {
        state.withLockReleasing { $0.children.add(child) }
    }
}

extension Container {
    /// The container and its ancestors, the nearest first.
    ///
    /// A chain may be longer than the stack is deep: functions walk it by a loop, and never by recursion.
    var chain: [Container] { Array(sequence(first: self, next: \.parent)) }

    /// The container and its ancestors up to `owner`, the nearest first.
    func chain(upTo owner: Container) -> some Sequence<Container> {
        sequence(first: self) { $0 === owner ? nil : $0.parent }
    }

    /// Calls `body` with each container of the chain, up to `owner` if one is given; counts no reference.
    func visitChain(upTo owner: Container? = nil, _ body: (Container) -> Void) {
        _ = nearest { container in
            body(container)
            return container === owner
        }
    }

    /// The nearest container of the chain that satisfies a condition; counts no reference.
    @inline(__always)
    func nearest(where condition: (Container) -> Bool) -> Borrowed<Container>? {
        var container = Borrowed(self)
        while container.use({ !condition($0) }) {
            guard let parent = container.use({ $0.borrowedParent }) else { return nil }
            container = parent
        }
        return container
    }

    /// Whether the container is a copy for a dry run.
    ///
    /// Such a copy makes no dry run of its own. Its slots keep the instances of custom scopes, since a storage may be
    /// shared with the original container.
    var isOfDryRun: Bool { state.withLock { $0.isOfDryRun } }

    /// Hides the table from lock-free readers, so that they take the slow path, or shows it; called under the lock.
    ///
    /// A reader looks at the table first, and at `detours` second. So the detour is cleared only after the readers have
    /// ended that may have seen the hidden table.
    func setTableHidden(_ isHidden: Bool) {
        guard isHidden != table.isHidden else { return }
        if isHidden { detours.bitwiseOr(Detour.hidden, ordering: .sequentiallyConsistent) }
        table.setHidden(isHidden)
        guard !isHidden else { return }
        // No reader takes the lock of a container, so they end while this thread has one.
        Reclamation.waitForReaders()
        detours.bitwiseAnd(~Detour.hidden, ordering: .releasing)
    }

    /// Whether the container was shut down.
    var isClosed: Bool { table.isHidden && state.withLock { $0.isClosed } }
}

// MARK: - Detours

/// The reasons for which a lock-free reader that finds nothing in a container may not use a registration above it.
enum Detour {
    /// The container is a copy, and its origin may have the registration.
    static let origin: UInt = 1
    /// The table is hidden, or was hidden when a reader that is still reading looked into it.
    static let hidden: UInt = 2
    /// The bits of decorated types.
    static let decorators = ~(origin | hidden)

    /// The bit of a type that the container decorates, whatever the name is; some types share a bit (a Bloom filter).
    static func decorator(of type: any Any.Type) -> UInt {
        let hash = FibonacciHash.hash(UInt(bitPattern: ObjectIdentifier(type))) >> 32
        let first = decorators.trailingZeroBitCount
        return 1 << (first + Int(hash % UInt64(UInt.bitWidth - first)))
    }
}

// MARK: - Instances of the container scope

extension Container {
    /// The instances of the `container` scope; the object is made on first use.
    var containerInstances: ContainerInstances { lazyContainerInstances.object(or: ContainerInstances()) }

    var containerInstancesIfMade: ContainerInstances? { lazyContainerInstances.objectIfMade }
}
