internal import Synchronization

/// The fast path of a request: it finds the registration, and returns the ready instance or calls the factory in a
/// frame.
///
/// Requests of all kinds look for a shortcut here. A request without one takes the slow path: `resolveSlowly`, if it is
/// synchronous and by a key. A debug build inlines nothing but transparent functions of the same file, and the
/// functions between two factories are the stack that a nested request takes: so they are few.
extension Container {
    /// A copy of the ready instance with that word; ends the read.
    @inlinable @inline(__always)
    func readyInstance<Service>(at word: InstanceWord, _ record: ThreadRecord) -> Service {
        let instance = copyOfBoxedValue(at: word, as: Service.self)
        record.endReading()
        return instance
    }

    /// The new instance of a unique service that needs only its factory, whose frame was entered; leaves the frame.
    @inlinable @inline(__always)
    func calledInstance<Service, Arguments: ArgumentList>(
        _ factory: BorrowedFactory,
        _ record: ThreadRecord,
        _ arguments: Arguments,
        _ site: StaticCallSite
    ) throws(ResolutionError) -> Service {
        let instance: Service = try arguments.call(factory, Resolver(self), on: record) {
            record.leave(after: $0, site: site)
        }
        record.leave()
        try record.endRequest()
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
    @inline(__always)
    func find(signature: Signature, name: some RequestName) -> Borrowed<RegistryEntry>? {
        table.find(RegistryEntry.tag(signature: signature, nameHash: name.hash)) { candidate in
            candidate.use { $0.answers(signature: signature, name: name) }
        }
    }

    /// The nearest registration of a key above the container.
    private func inherited(signature: Signature, _ name: some RequestName) -> Inheritance {
        var (container, decorators) = (Borrowed(self), UInt(0))
        while container.use({ $0.certainlyLacks(signature, nameHash: name.hash) }) {
            decorators |= container.use { $0.detours.load(ordering: .acquiring) } & Detour.decorators
            guard let parent = container.use({ $0.borrowedParent }) else { return .nothing }
            guard let entry = parent.use({ $0.find(signature: signature, name: name) }) else {
                container = parent
                continue
            }
            let mayBeDecorated = decorators != 0 && entry.use { decorators & Detour.decorator(of: $0.type) } != 0
            return mayBeDecorated ? .unknown : .entry(entry)
        }
        return .unknown
    }

    /// Whether a key that a lock-free reader has not found here is certainly not registered here.
    ///
    /// A copy has to be marked for that: its origin may still have the registration.
    func certainlyLacks(_ signature: Signature, nameHash: UInt) -> Bool {
        let detours = detours.load(ordering: .acquiring) & ~Detour.decorators
        return detours == 0
            || detours == Detour.origin
                && table.isMarkedAbsent(RegistryEntry.tag(signature: signature, nameHash: nameHash))
    }

    /// Whether a lock-free reader may use a registration of an owner above, if it is not registered in between.
    private func isReadable(_ found: Found) -> Bool {
        let (entry, owner) = found
        let end = nearest { $0 === owner || $0.table.isHidden || $0.mayDecorate(entry.type) }
        return end?.use { $0 === owner && !$0.table.isHidden } ?? false
    }
}

/// The result of a lock-free search above a container.
private enum Inheritance {
    case entry(Borrowed<RegistryEntry>)
    /// The key is registered nowhere.
    case nothing
    /// A container on the way may decorate the type, hides its table, or is a copy that may still have the
    /// registration: the slow path finds it then.
    case unknown

    var entry: Borrowed<RegistryEntry>? {
        if case .entry(let entry) = self { entry } else { nil }
    }
}

// MARK: - Shortcuts

/// The ways of a request to an instance without the slow path; each is valid until the end of the read.
@usableFromInline
enum Shortcut {
    /// Copy the value with this word: in a ``ValueBox``, or in the ``ValueStore`` of the thread.
    case ready(InstanceWord)
    /// Call the factory; in a ``Lookup``, its frame was entered, and the shortcut is valid until that is left.
    case call(Borrowed<RegistryEntry>)
    /// Call the factory, then the decorators and hooks.
    case complete(Borrowed<RegistryEntry>)
    /// Build the instance that the outermost request shares.
    case graph(Borrowed<RegistryEntry>)
    /// Build the instance that the container keeps.
    case keep(Borrowed<RegistryEntry>)
    case indirect(IndirectShortcut)
}

/// The result of a look-up.
///
/// Without a shortcut, the read has ended. With one, the caller ends the read, except before a ``Shortcut/call(_:)``:
/// then the read has ended, and the frame of the factory was entered, which the caller leaves.
@usableFromInline
struct Lookup {
    @usableFromInline let shortcut: Shortcut?
    @usableFromInline let record: ThreadRecord
}

/// The look-ups are not inlined: one copy of each serves all services.
///
/// A copy for every service would save a nanosecond of a request that is made again and again, and would make a program
/// with hundreds of services slower, since a processor does not remember so many branches.
extension Container {
    /// Looks up a key that may have a name; inlined, since most callers know whether it has one.
    @inlinable @inline(__always)
    func lookUp(_ signature: Signature, name: ServiceName?) -> Lookup {
        guard let name else { return lookUpUnnamed(signature) }
        return lookUpNamed(signature, name)
    }

    @usableFromInline @inline(never)
    func lookUpUnnamed(_ signature: Signature) -> Lookup { lookUp(signature, NoName(), nil) }

    @usableFromInline @inline(never)
    func lookUpNamed(_ signature: Signature, _ name: ServiceName) -> Lookup {
        lookUp(signature, name, name)
    }

    @inline(__always)
    private func lookUp(_ signature: Signature, _ requested: some RequestName, _ name: ServiceName?) -> Lookup {
        lookUp(by: { record in
            guard let entry = find(signature: signature, name: requested) else {
                return shortcutAbove(signature, name: name, on: record)
            }
            return shortcut(to: entry, on: record)
        })
    }

    /// Looks up a declared service.
    ///
    /// - Parameter settings: The decorators and hooks of the declaration.
    @usableFromInline @inline(never)
    func lookUp(_ signature: Signature, declaredAt place: DeclarationPlace, _ settings: Settings?) -> Lookup {
        lookUp(by: { record in
            guard let entry = nearest(signature: signature, place) else { return nil }
            let found = shortcut(to: entry, on: record)
            return settings.map { $0.isPlain ? found : $0.shortcut(with: found) } ?? found
        })
    }

    /// Looks for the shortcut of a registration that was found before.
    @usableFromInline @inline(never)
    func lookUp(_ found: Found) -> Lookup {
        lookUp(by: { record in
            isReadable(found) ? shortcut(to: Borrowed(found.entry), on: record) : nil
        })
    }

    @inline(__always)
    private func lookUp(by search: (ThreadRecord) -> Shortcut?) -> Lookup {
        let record = ThreadLocal.record(under: threadKey)
        record.beginReading()
        let shortcut = search(record)
        enterFrameOrEndReading(for: shortcut, on: record)
        return Lookup(shortcut: shortcut, record: record)
    }

    /// Takes the last step of a look-up: enters the frame of a factory that is only to be called, and ends the read,
    /// unless another shortcut needs the read.
    @inline(__always)
    func enterFrameOrEndReading(for shortcut: Shortcut?, on record: ThreadRecord) {
        switch shortcut {
        case .ready, .complete, .graph, .keep, .indirect: break
        case .call(let entry):
            record.enter(entry, in: self)
            record.endReading()
        case nil: record.endReading()
        }
    }

    /// The shortcut of a key that is not registered here: that of an inherited registration, or of a derived type.
    @inline(never)
    private func shortcutAbove(_ signature: Signature, name: ServiceName?, on record: ThreadRecord) -> Shortcut? {
        let inheritance =
            if let name { inherited(signature: signature, name) } else { inherited(signature: signature, NoName()) }
        switch inheritance {
        case .entry(let entry): return shortcut(to: entry, on: record)
        case .nothing:
            return DerivedType.find(signature).flatMap { record.mayTakeShortcut ? .indirect(.derived($0)) : nil }
        case .unknown: return nil
        }
    }

    /// The shortcut of a registration; `nil` if the request has to take the slow path.
    @inline(__always)
    func shortcut(to entry: Borrowed<RegistryEntry>, on record: ThreadRecord) -> Shortcut? {
        let ready = entry.use { $0.ready.load(ordering: .sequentiallyConsistent) }
        guard ready == .none else {
            // While a kept instance is being built, its dependencies are noted.
            guard !record.notesDependencies else { return .indirect(ready.isMarked ? .lookUpAgain : .noted(entry)) }
            return ready.isMarked ? .indirect(.marked(ready)) : .ready(ready)
        }
        let plan = entry.use { $0.plan.load(ordering: .relaxed) }
        guard plan != .none, record.frame(of: entry.word) == nil, record.mayTakeShortcut else { return nil }
        return plan == .call ? .call(entry) : compoundShortcut(by: plan, to: entry, on: record)
    }
}
