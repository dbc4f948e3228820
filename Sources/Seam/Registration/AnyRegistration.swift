public import Synchronization

/// What the registry keeps under a key: the part that does not depend on the service's type.
///
/// Everything that a reader needs without a lock stands here, on one cache line: what proves the key, the address of
/// a ready instance, and whether the factory may be called just so.
@usableFromInline
class AnyRegistration: @unchecked Sendable {
    // Unchecked because the class is not final: every stored property, here and in the subclasses, is a constant of a
    // Sendable type.

    /// Stands for the types of service and arguments; see ``ArgumentList``.
    @usableFromInline final let signature: UInt
    /// The hash of the name, or 0.
    @usableFromInline final let nameProbe: UInt
    /// Where a ready instance stands: the address of a service, or that of a ``WeakValue`` with `weakMark`, or 0.
    @usableFromInline final let ready = Atomic<UInt>(0)
    /// Whether a request has nothing to do but call the factory.
    @usableFromInline final let isPlain = Atomic<Bool>(false)
    @usableFromInline final let name: ServiceName?

    final let kind: Kind
    final let site: StaticCallSite
    /// How many registrations were made before it, in the whole process.
    final let order: Int
    private final let content: Lock<Content>

    private static let count = Atomic<Int>(0)

    private struct Content {
        var configuration: Configuration
        var slots: SlotSet<ArgumentsKey>?
        var isDecorated = false
    }

    /// Tells the address of a ``WeakValue``; addresses are even.
    @inlinable static var weakMark: UInt { 1 }

    /// How the instances come about.
    @usableFromInline
    enum Kind: Sendable, Equatable {
        case factory
        case autowired([ObjectIdentifier])
        case value
        case mainActor
        case async
        case alias(AliasTarget)
        case contribution
        case declaration
    }

    /// The key that an alias stands for.
    @usableFromInline
    struct AliasTarget: Sendable, Equatable {
        let signature: UInt
        let name: ServiceName?
    }

    @usableFromInline
    init(
        signature: UInt,
        name: ServiceName?,
        kind: Kind,
        site: StaticCallSite,
        configuration: Configuration
    ) {
        self.signature = signature
        self.name = name
        nameProbe = name?.probe ?? 0
        self.kind = kind
        self.site = site
        order = Self.count.add(1, ordering: .relaxed).newValue
        content = Lock(Content(configuration: configuration))
        isPlain.store(configuration.isPlain(for: kind), ordering: .relaxed)
    }

    // MARK: What the subclasses know

    /// The key for reading.
    var key: ServiceKey { fatalError("abstract") }

    /// The arguments of an activation, from where they stand on the stack.
    ///
    /// Without arguments the address says nothing: values of no size have none, and it may be null.
    func argumentsKey(at address: UnsafeRawPointer?) -> ArgumentsKey? { ArgumentsKey() }

    /// The same registration without instances, for a copy of its container.
    func copy() -> AnyRegistration { fatalError("abstract") }

    /// The given values as arguments for this registration's factory; `nil` where its parameters do not accept them.
    func accept(_ values: [Any], of types: [any Any.Type]) -> (any ArgumentList)? { nil }

    /// Builds and keeps the instance of a registration without arguments.
    func warmUp(in container: Container) async throws { fatalError("abstract") }

    /// What disposes of a kept instance.
    func disposals(of kept: KeptInstance) -> [Disposal] { fatalError("abstract") }
}

extension AnyRegistration {
    /// The word under which the table files a key.
    @inlinable @inline(__always)
    static func tag(signature: UInt, nameProbe: UInt) -> UInt {
        signature ^ (nameProbe &* 0x9E37_79B9_7F4A_7C15)
    }

    final var tag: UInt { Self.tag(signature: signature, nameProbe: nameProbe) }

    /// Whether this is the registration of exactly that key.
    @inlinable @inline(__always)
    final func answers(signature: UInt, name: ServiceName?) -> Bool {
        guard self.signature == signature else { return false }
        guard let name else { return nameProbe == 0 }
        return nameProbe == name.probe && self.name.unsafelyUnwrapped == name
    }

    /// The name that a container's decorators for it go by: a declaration's is none, since no user has given it.
    final var nameOfDecorators: ServiceName? { kind == .declaration ? nil : name }

    /// Whether the two have the same key.
    final func replaces(_ other: AnyRegistration) -> Bool {
        other.answers(signature: signature, name: name)
    }

    /// Drops the kept instances, and lets those that are being built go to who asked for them.
    ///
    /// - Returns: What the caller has to release, under no lock.
    final func dropInstances() -> [KeptInstance] {
        existingSlots.compactMap { slot in slot.drop { ready.store(0, ordering: .sequentiallyConsistent) } }
    }
}

// MARK: - Configuration

extension AnyRegistration {
    final var configuration: Configuration { content.withLock { $0.configuration } }

    /// The scope it was given.
    final var scope: Scope { content.withLock { $0.configuration.scope } }

    /// Where its instances are kept, by their arguments; made when the first one is.
    final var slots: SlotSet<ArgumentsKey> {
        content.withLock { content in
            if let slots = content.slots { return slots }
            let slots = SlotSet<ArgumentsKey>()
            content.slots = slots
            return slots
        }
    }

    /// The slots that were made so far.
    final var existingSlots: [InstanceSlot] { content.withLock { $0.slots }?.all ?? [] }

    /// Changes the configuration, and what follows from it.
    final func configure(isDecorated: Bool, _ change: (inout Configuration) -> Void) {
        // What is replaced is released outside the lock: a custom scope may hold anything.
        let replaced = content.withLock { content in
            defer { change(&content.configuration) }
            return content.configuration
        }
        withExtendedLifetime(replaced) {}
        refreshPlain(isDecorated: isDecorated)
    }

    /// Takes over what the container's decorators say of its key; once decorated, it stays so.
    final func refreshPlain(isDecorated: Bool) {
        content.withLock { content in
            content.isDecorated = content.isDecorated || isDecorated
            let isPlain = !content.isDecorated && content.configuration.isPlain(for: kind)
            self.isPlain.store(isPlain, ordering: .releasing)
        }
    }
}

extension Configuration {
    /// Whether a request has nothing to do but call the factory.
    fileprivate func isPlain(for kind: AnyRegistration.Kind) -> Bool {
        kind != .async && kind != .mainActor && scope.isUnique && decorators.isEmpty && hooks.isEmpty
    }
}
