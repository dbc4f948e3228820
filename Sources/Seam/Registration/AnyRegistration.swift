public import Synchronization

/// What the registry keeps under a key.
///
/// Everything that a reader needs without a lock stands first, within 64 bytes: what proves the key, the address of
/// a ready instance, and whether the factory may be called just so.
@usableFromInline
class AnyRegistration: @unchecked Sendable {
    // Unchecked because the class is not final: every stored property, here and in the subclasses, is a constant of a
    // Sendable type.

    /// Stands for the types of service and arguments; see ``ArgumentList``.
    @usableFromInline final let signature: UInt
    /// The hash of the name, or 0.
    @usableFromInline final let nameProbe: UInt
    /// What finds a ready instance: the word of a ``PublishedValue``, or that of a ``WeakValue`` with `weakMark`, or 0.
    @usableFromInline final let ready = Atomic<UInt>(0)
    /// Whether requests may do without a look at the configuration.
    @usableFromInline final let shortcut = Atomic<Shortcut>(.none)
    /// How often its instances were dropped, whether there were any or not.
    private final let drops = Atomic<UInt32>(0)
    @usableFromInline final let name: ServiceName?

    /// The service.
    final let type: any Any.Type
    final let kind: Kind
    final let site: StaticCallSite
    /// How many registrations were made before it, in the whole process; a copy has that of its original.
    final let order: Int
    private final let initial: Configuration
    private final let content = DeferredLock<Content>()

    private static let count = Atomic<Int>(0)

    private struct Content {
        var configuration: Configuration
        var slots: SlotSet<ArgumentsKey>?
        var isDecorated = false
    }

    /// Tells the word of a ``WeakValue``; words are even.
    @inlinable static var weakMark: UInt { 1 }

    /// - Parameters:
    ///   - type: The service; the callers of everything generic here name the same.
    ///   - signature: What ``ArgumentList/signature(of:)`` gives for it.
    @usableFromInline
    init(_ draft: RegistrationDraft, type: any Any.Type, signature: UInt, configuration: Configuration) {
        self.type = type
        self.signature = signature
        name = draft.name
        nameProbe = draft.name?.probe ?? 0
        kind = draft.kind
        site = draft.site
        order = draft.order ?? Self.count.add(1, ordering: .relaxed).newValue
        initial = configuration
        shortcut.store(configuration.shortcut(for: kind), ordering: .relaxed)
    }

    // MARK: What the subclasses know

    /// The key for reading.
    var key: ServiceKey { ServiceKey(type, name: name) }

    /// The arguments of an activation, from where they stand on the stack.
    ///
    /// Without arguments the address says nothing: values of no size have none, and it may be null.
    func argumentsKey(at address: UnsafeRawPointer?) -> ArgumentsKey? { ArgumentsKey() }

    /// The same registration without instances, for a copy of its container.
    func copy() -> AnyRegistration { fatalError("abstract") }

    /// The given values as arguments for this registration's factory; `nil` where its parameters do not accept them.
    func accept(_ values: [Any], of types: [any Any.Type]) -> (any ArgumentList)? { nil }
}

extension AnyRegistration {
    /// What a request may do without looking at the configuration.
    @usableFromInline
    enum Shortcut: UInt8, AtomicRepresentable {
        case none
        /// Call the factory.
        case call
        /// Call the factory once, and share the instance within the outermost request under way.
        case graph
    }

    /// How the instances come about.
    @usableFromInline
    enum Kind: Sendable, Equatable {
        case factory
        case value
        case mainActor
        case async
        indirect case alias(AliasTarget)
        case contribution
        case declaration
    }

    /// The key that an alias stands for.
    @usableFromInline
    struct AliasTarget: Sendable, Equatable {
        let signature: UInt
        let name: ServiceName?
    }
}

// MARK: - The key

extension AnyRegistration {
    /// The word under which the table files a key.
    @inlinable @inline(__always)
    static func tag(signature: UInt, nameProbe: UInt) -> UInt {
        signature ^ UInt(truncatingIfNeeded: FibonacciHash.product(nameProbe))
    }

    final var tag: UInt { Self.tag(signature: signature, nameProbe: nameProbe) }

    /// Whether this is the registration of exactly that key.
    @inlinable @inline(__always)
    final func answers(signature: UInt, name: some RequestName) -> Bool {
        self.signature == signature && nameProbe == name.probe && name.isName(of: self)
    }

    /// The same for a name that is not known to be one.
    final func answers(signature: UInt, name: ServiceName?) -> Bool {
        guard let name else { return answers(signature: signature, name: NoName()) }
        return answers(signature: signature, name: name)
    }

    /// The name that a container's decorators for it go by: a declaration's is none, since no user has given it.
    final var nameOfDecorators: ServiceName? { kind == .declaration ? nil : name }

    /// Whether the two have the same key.
    final func replaces(_ other: AnyRegistration) -> Bool {
        other.answers(signature: signature, name: name)
    }
}

// MARK: - Configuration

extension AnyRegistration {
    final var configuration: Configuration { content.withLockIfMade { $0.configuration } ?? initial }

    /// The scope it was given.
    final var scope: Scope { configuration.scope }

    private final func withContent<Result>(_ body: (inout Content) -> Result) -> Result {
        content.withLock(initial: Content(configuration: initial), body)
    }

    /// Changes the configuration, and what follows from it.
    final func configure(isDecorated: Bool, _ change: (inout Configuration) -> Void) {
        // What is replaced is released outside the lock: a custom scope may hold anything.
        let replaced = withContent { content in
            defer { change(&content.configuration) }
            return content.configuration
        }
        withExtendedLifetime(replaced) {}
        refreshShortcut(isDecorated: isDecorated)
    }

    /// Takes over what the container's decorators say of its key; once decorated, it stays so.
    final func refreshShortcut(isDecorated: Bool) {
        withContent { content in
            content.isDecorated = content.isDecorated || isDecorated
            let shortcut = content.isDecorated ? .none : content.configuration.shortcut(for: kind)
            self.shortcut.store(shortcut, ordering: .releasing)
        }
    }
}

extension Configuration {
    /// How a request gets at an instance without a look at the configuration.
    fileprivate func shortcut(for kind: AnyRegistration.Kind) -> AnyRegistration.Shortcut {
        guard kind != .async, kind != .mainActor, !hasDecorators, !hasHooks else { return .none }
        switch scope.lifetime {
        case .unique: return .call
        case .graph: return .graph
        case .kept, .expiring, .shared, .container, .stored: return .none
        }
    }
}

// MARK: - Instances

extension AnyRegistration {
    /// Where its instances are kept, by their arguments; made when the first one is.
    final var slots: SlotSet<ArgumentsKey> {
        withContent { content in
            if let slots = content.slots { return slots }
            let slots = SlotSet<ArgumentsKey>()
            content.slots = slots
            return slots
        }
    }

    /// The slots that were made so far.
    final var existingSlots: [InstanceSlot] {
        let slots = content.withLockIfMade { $0.slots } ?? nil
        return slots?.all ?? []
    }

    /// Tells a request whether what it saw of the registration is out of date; it changes with every drop.
    final var revision: UInt32 { drops.load(ordering: .acquiring) }

    /// Drops the kept instances, and lets those that are being built go to who asked for them.
    ///
    /// Called after what the requests to come have to see was changed, and before instances are dropped elsewhere.
    ///
    /// - Returns: What the caller has to release, under no lock.
    final func dropInstances() -> [KeptInstance] {
        drops.add(1, ordering: .releasing)
        return existingSlots.compactMap { slot in slot.drop { ready.store(0, ordering: .sequentiallyConsistent) } }
    }
}
