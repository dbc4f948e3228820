public import Synchronization

/// The fast path of a request: it finds the registration, and returns the ready instance or calls the factory in a
/// frame.
///
/// Requests of all kinds look for a shortcut here. A request without one takes the slow path: `resolveSlowly`, if it is
/// synchronous and by a key. A look-up that finds a shortcut has begun a read, which ends where the shortcut is taken. A
/// debug build inlines nothing but transparent functions of the same file, and the functions between two factories are the
/// stack that a nested request takes: so they are few.
extension Container {
    /// The instance at the end of a shortcut; ends the read.
    @inlinable @inline(__always)
    func instance<Service, Arguments: ArgumentList>(
        by shortcut: Shortcut,
        _ record: ThreadRecord,
        _ name: ServiceName?,
        _ arguments: Arguments,
        _ site: StaticCallSite
    ) throws(ResolutionError) -> Service {
        switch shortcut {
        case .ready(let word):
            let instance = copyOfBoxedValue(at: word, as: Service.self)
            record.endReading()
            return instance
        case .compound(let shortcut):
            return try compoundInstance(by: shortcut, record, name, arguments, site)
        case .call(let entry):
            return try calledInstance(entry, record, arguments, site)
        }
    }

    /// The new instance of a unique service that needs only its factory; ends the read.
    @inlinable @inline(__always)
    func calledInstance<Service, Arguments: ArgumentList>(
        _ entry: Borrowed<RegistryEntry>,
        _ record: ThreadRecord,
        _ arguments: Arguments,
        _ site: StaticCallSite
    ) throws(ResolutionError) -> Service {
        let instance: Service = try arguments.call(entry.use { $0.factory.borrowed }, Resolver(self)) {
            record.enter(entry, in: self, arguments: $0)
            record.endReading()
        } fail: {
            record.leave(after: $0, site: site)
        }
        record.leave()
        if record.isAtUnsettledEnd { try finishOutermost(record) }
        return instance
    }
}

// MARK: - Finding

/// The look-up: called between `beginReading` and `endReading`, and its results are valid for that long.
extension Container {
    /// The nearest registration of a key that may have a name: the container's own, or one that it inherits.
    func nearest(signature: Signature, name: ServiceName?) -> Borrowed<RegistryEntry>? {
        guard let name else { return nearest(signature: signature, NoName()) }
        return nearest(signature: signature, name)
    }

    @inline(__always)
    private func nearest(signature: Signature, _ name: some RequestName) -> Borrowed<RegistryEntry>? {
        find(signature: signature, name: name) ?? inherited(signature: signature, name).entry
    }

    /// The container's own registration of a key.
    @inlinable @inline(__always)
    func find(signature: Signature, name: some RequestName) -> Borrowed<RegistryEntry>? {
        table.find(RegistryEntry.tag(signature: signature, nameHash: name.hash)) { candidate in
            candidate.use { $0.answers(signature: signature, name: name) }
        }
    }

    /// The nearest registration of a key above the container.
    private func inherited(signature: Signature, _ name: some RequestName) -> Inheritance {
        var container = Borrowed(self)
        while container.use({ $0.certainlyLacks(signature, nameHash: name.hash) }) {
            guard let parent = container.use({ $0.borrowedParent }) else { return .nothing }
            if let entry = parent.use({ $0.find(signature: signature, name: name) }) { return .entry(entry) }
            container = parent
        }
        return .unknown
    }

    /// Whether a key that a lock-free reader has not found here is certainly not registered here.
    ///
    /// A copy has to be marked for that: its origin may still have the registration.
    func certainlyLacks(_ signature: Signature, nameHash: UInt) -> Bool {
        let detours = detours.load(ordering: .acquiring)
        return detours == 0
            || detours == Detour.origin
                && table.isMarkedAbsent(RegistryEntry.tag(signature: signature, nameHash: nameHash))
    }

    /// Whether a lock-free reader may use a registration of an owner above, if it is not registered in between.
    private func isReadable(upTo owner: Container) -> Bool {
        var container = Borrowed(self)
        while container.use({ !$0.table.isHidden }) {
            guard !container.is(owner) else { return true }
            guard let parent = container.use({ $0.isDecorating ? nil : $0.borrowedParent }) else { return false }
            container = parent
        }
        return false
    }
}

/// The result of a lock-free search above a container.
private enum Inheritance {
    case entry(Borrowed<RegistryEntry>)
    /// The key is registered nowhere.
    case nothing
    /// A container on the way decorates, hides its table, or is a copy that may still have the registration: the slow
    /// path finds it then.
    case unknown

    var entry: Borrowed<RegistryEntry>? {
        if case .entry(let entry) = self { entry } else { nil }
    }
}

extension Container {
    /// Looks up a declared service; not inlined, since it is not generic and one copy serves all services.
    @usableFromInline @inline(never)
    func lookUp(_ signature: Signature, declaredAt place: DeclarationPlace) -> Lookup {
        let record = ThreadLocal.record(under: threadKey)
        record.beginReading()
        if let entry = nearest(signature: signature, place), let shortcut = shortcut(to: entry, on: record) {
            return Lookup(shortcut: shortcut, record: record)
        }
        record.endReading()
        return Lookup(shortcut: nil, record: record)
    }
}

// MARK: - Shortcuts

/// The ways of a request to an instance without the slow path; each is valid until the end of the read.
@usableFromInline
enum Shortcut {
    /// Copy the value with this word: in a ``ValueBox``, or in the ``ValueStore`` of the thread.
    case ready(InstanceWord)
    /// Call the factory.
    case call(Borrowed<RegistryEntry>)
    case compound(CompoundShortcut)
}

/// The result of a look-up; if it has a shortcut, a read has begun, which the caller ends.
@usableFromInline
struct Lookup {
    @usableFromInline let shortcut: Shortcut?
    @usableFromInline let record: ThreadRecord

    @inlinable @inline(__always)
    init(shortcut: Shortcut?, record: ThreadRecord) {
        self.shortcut = shortcut
        self.record = record
    }
}

extension Container {
    /// Looks for the shortcut of a registration that was found before.
    @usableFromInline
    func lookUp(_ found: Found) -> Lookup {
        let record = ThreadLocal.record(under: threadKey)
        record.beginReading()
        if isReadable(upTo: found.owner), let shortcut = shortcut(to: Borrowed(found.entry), on: record) {
            return Lookup(shortcut: shortcut, record: record)
        }
        record.endReading()
        return Lookup(shortcut: nil, record: record)
    }

    /// Looks up a key that may have a name.
    @inlinable @inline(__always)
    func lookUp(_ signature: Signature, name: ServiceName?) -> Lookup {
        guard let name else { return lookUp(signature, requestName: NoName()) }
        return lookUpNamed(signature, name)
    }

    /// Looks up a key with a name; not inlined, since it is not generic and one copy serves all services.
    @usableFromInline @inline(never)
    func lookUpNamed(_ signature: Signature, _ name: ServiceName) -> Lookup { lookUp(signature, requestName: name) }

    @inlinable @inline(__always)
    func lookUp(_ signature: Signature, requestName name: some RequestName) -> Lookup {
        let record = ThreadLocal.record(under: threadKey)
        record.beginReading()
        let entry = find(signature: signature, name: name)
        let shortcut =
            if let entry { shortcut(to: entry, on: record) } else {
                shortcutAbove(signature, name: name.optional, on: record)
            }
        if shortcut == nil { record.endReading() }
        return Lookup(shortcut: shortcut, record: record)
    }

    /// The shortcut of a key that is not registered here: that of an inherited registration, or of a derived type.
    @usableFromInline
    func shortcutAbove(_ signature: Signature, name: ServiceName?, on record: ThreadRecord) -> Shortcut? {
        let inheritance =
            if let name { inherited(signature: signature, name) } else { inherited(signature: signature, NoName()) }
        switch inheritance {
        case .entry(let entry): return shortcut(to: entry, on: record)
        case .nothing:
            return DerivedType.find(signature).flatMap { record.mayTakeShortcut ? .compound(.derived($0)) : nil }
        case .unknown: return nil
        }
    }

    /// The shortcut of a registration; `nil` if the request has to take the slow path.
    @inlinable @inline(__always)
    func shortcut(to entry: Borrowed<RegistryEntry>, on record: ThreadRecord) -> Shortcut? {
        let ready = entry.use { $0.ready.load(ordering: .sequentiallyConsistent) }
        guard ready == .none else {
            // While a kept instance is being built, the slow path notes its dependencies.
            guard !record.hasDependencies else { return nil }
            return ready.isMarked ? .compound(.marked(ready)) : .ready(ready)
        }
        let plan = entry.use { $0.plan.load(ordering: .relaxed) }
        guard plan != .none, record.frame(of: entry.word) == nil, record.mayTakeShortcut else { return nil }
        return plan == .call ? .call(entry) : compoundShortcut(by: plan, to: entry, on: record)
    }
}
