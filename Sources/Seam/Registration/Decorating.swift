internal import Synchronization

extension Container {
    /// Wraps each instance of a type and name that this container builds, once, when it is built.
    ///
    /// The decorator also applies if a child builds an instance with a registration of this container. It belongs to
    /// the type and name, and not to a registration: it applies to later registrations as well. The decorator runs
    /// after the registration's own decorators. If there are several, the last one is the outermost; those of a child
    /// come after those of its parent. Instances that are built already, or whose factories have begun, stay as they
    /// are. A registered value, or an alias of one, is wrapped at the next request. If `transform` throws, the request
    /// fails and nothing is kept. May be called from any thread. The pattern is the decorator (E. Gamma et al., 1994).
    ///
    /// - Complexity: O(*n* log *n*) in the number of registrations of the type, and O(*m*) for each of them in the
    ///   number of decorators of the type and name.
    public func decorate<Service>(
        _ type: Service.Type,
        name: ServiceName? = nil,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        _ transform: @escaping @Sendable (Service, Resolver) throws -> Service
    ) {
        let decorator = PlacedDecorator(transform, at: StaticCallSite(fileID: fileID, line: line))
        decorate(type, name: name, by: ContainerDecorator(decorator, isOnMainActor: false))
    }

    /// Wraps each instance of a type and name that this container builds, on the main actor.
    ///
    /// The registrations of the type and name become registrations of the main actor, as those of
    /// `registerOnMainActor` are. See ``decorate(_:name:fileID:line:_:)`` for the rest.
    public func decorateOnMainActor<Service>(
        _ type: Service.Type,
        name: ServiceName? = nil,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        _ transform: @escaping @MainActor @Sendable (Service, Resolver) throws -> Service
    ) {
        let decorator = PlacedDecorator(unisolated(transform), at: StaticCallSite(fileID: fileID, line: line))
        decorate(type, name: name, by: ContainerDecorator(decorator, isOnMainActor: true))
    }

    private func decorate(_ type: any Any.Type, name: ServiceName?, by decorator: ContainerDecorator) {
        prepareForUse()
        let group = KeyGroup(type: ObjectIdentifier(type), name: name)
        state.withLock { state in
            state.decorations.change(group, default: []) { $0.append(decorator) }
            detours.bitwiseOr(Detour.decorator(of: type), ordering: .releasing)
        }
        var entries = ownEntries(of: type, named: name)
        if name == nil { entries += contributions(to: type) + declaredEntries(of: type) }
        for entry in entries {
            state.withLockReleasing { markDecorated(entry, in: &$0) }
        }
        // Before the values are dropped: a request that enters a slot afterwards sees that its target is outdated.
        Self.decorations.add(1, ordering: .acquiringAndReleasing)
        for entry in entries where isOfValue(entry) { entry.dropInstances().release() }
        for level in otherLevels { level.decorate(type, name: name, by: decorator) }
    }
}

// MARK: - Finding decorators

extension Container {
    private static let decorations = Atomic<Int>(0)

    /// The number of decorators that the containers of the process were given so far.
    ///
    /// A request whose target is older than the last decorator finds its target anew before it builds. A decorator of
    /// the target may belong to any container from the asked one up, which need not file a registration of the type.
    static var decorationCount: Int { decorations.load(ordering: .acquiring) }

    /// The outermost container that files a registration: its owner, unless it is an override.
    ///
    /// An override is one registration for all levels of its chain, and may have one instance for them. So it has the
    /// decorators of all levels, whichever of them is asked first.
    static func outermost(filing found: Found) -> Container {
        guard !found.entry.isFiledOnce else { return found.owner }
        return found.owner.chain.last { $0.hasFiled(found.entry) } ?? found.owner
    }

    /// Records in a registration whether the container decorates it; called under the lock, after
    /// ``RegistryEntry/noteFiling()``.
    ///
    /// - Returns: The former settings, if they have changed, for the caller to release under no lock.
    func markDecorated(_ entry: RegistryEntry, in state: inout State) -> Settings? {
        let decorators = state.decorations[entry.group]
        let isOnlyHere = entry.isFiledOnce
        guard decorators != nil || !isOnlyHere else { return nil }
        return entry.configure { values in
            values.isDecorated = values.isDecorated || decorators != nil
            if decorators?.contains(where: \.isOnMainActor) == true { values.isDecoratedOnMainActor = true }
            values.ofOnlyContainer = isOnlyHere ? decorators.map { SoleDecorators(of: self, $0) } : nil
        }
    }

    /// Whether the container may have decorators of a type.
    func mayDecorate(_ type: any Any.Type) -> Bool {
        detours.load(ordering: .acquiring) & Detour.decorator(of: type) != 0
    }

    /// Whether the container, `owner`, or one in between may have decorators of a type.
    func mayDecorate(_ type: any Any.Type, upTo owner: Container) -> Bool {
        nearest { $0 === owner || $0.mayDecorate(type) }?.use { $0.mayDecorate(type) } ?? false
    }

    /// The decorators of a type and name, the innermost first: those of `owner`, then of each container down to this.
    ///
    /// An override is filed at every level of its chain, and counts as one decorator: that of the innermost level,
    /// where it was added last, as in a container without a parent.
    func decorators(of type: any Any.Type, name: ServiceName?, upTo owner: Container) -> [ContainerDecorator] {
        let group = KeyGroup(type: ObjectIdentifier(type), name: name)
        let levels = chain(upTo: owner).map { $0.state.withLock { $0.decorations[group]?.unshared() ?? [] } }
        return levels.reversed()
            .reduce(into: []) { found, own in
                found.removeAll { decorator in own.contains { $0 === decorator } }
                found += own
            }
    }
}

// MARK: - Their place in the container

/// The decorators that a container has for one registration, which no other container files.
struct SoleDecorators: Sendable {
    private let container: ObjectIdentifier
    let decorators: [ContainerDecorator]

    init(of container: Container, _ decorators: [ContainerDecorator]) {
        self.container = ObjectIdentifier(container)
        self.decorators = decorators
    }

    func areOf(_ container: Container) -> Bool { self.container == ObjectIdentifier(container) }
}

/// A decorator of a container.
///
/// A decorator is an object, so that an override at several levels of a chain is recognised as one decorator.
final class ContainerDecorator: Sendable {
    let placed: PlacedDecorator
    let isOnMainActor: Bool

    init(_ placed: PlacedDecorator, isOnMainActor: Bool) {
        self.placed = placed
        self.isOnMainActor = isOnMainActor
    }
}

// MARK: - Messages of the compiler

/// Unavailable forms for wrong programs, which Swift 6.3 rejects without a message. They are needed until the
/// compiler names the mistake.
extension Container {
    /// Unavailable: the decorator returns another type.
    @available(*, unavailable, message: "a decorator returns the type that it decorates")
    public func decorate<Service, Other>(
        _ type: Service.Type,
        name: ServiceName? = nil,
        _ transform: @escaping @Sendable (Service, Resolver) throws -> Other
    ) {
        fatalError()
    }

    /// Unavailable: the decorator returns another type.
    @available(*, unavailable, message: "a decorator returns the type that it decorates")
    public func decorateOnMainActor<Service, Other>(
        _ type: Service.Type,
        name: ServiceName? = nil,
        _ transform: @escaping @MainActor @Sendable (Service, Resolver) throws -> Other
    ) {
        fatalError()
    }
}
