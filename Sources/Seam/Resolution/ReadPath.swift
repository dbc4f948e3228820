public import Synchronization

/// One resolution, from the request to the instance: find, return what is ready, else call the factory in a frame.
///
/// This file, after the few lines that the public functions share, is the path that runs a million times: everything else
/// is behind `resolveSlowly`. In a debug build, where nothing is inlined, the functions between two factories are the
/// stack that a nested request takes; so they are few.
extension Container {
    /// The instance that a shortcut leads to; ends the read.
    @inlinable @inline(__always)
    func take<Service, Arguments: ArgumentList>(
        _ shortcut: Shortcut,
        _ record: ThreadRecord,
        _ name: ServiceName?,
        _ arguments: Arguments,
        _ site: StaticCallSite
    ) throws(ResolutionError) -> Service {
        switch shortcut {
        case .ready(let word):
            let instance: Service = copyOfBoxedValue(at: word)
            record.endReading()
            return instance
        case .weaklyReady(let word):
            guard let instance: Service = weakInstance(at: word, record) else {
                return try resolveSlowly(name, arguments, site)
            }
            return instance
        case .call(let entry), .graph(let entry):
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
}

// MARK: - Finding

/// All of it is called between `beginReading` and `endReading`, and what it returns is valid for that long.
extension Container {
    /// The nearest registration of a key: the container's own, or one that it inherits.
    @inlinable @inline(__always)
    func entry(signature: UInt, name: some RequestName) -> Borrowed<RegistryEntry>? {
        find(signature: signature, name: name) ?? inherited(signature: signature, name: name.optional)
    }

    /// The container's own registration of a key.
    @inlinable @inline(__always)
    func find(signature: UInt, name: some RequestName) -> Borrowed<RegistryEntry>? {
        table.find(RegistryEntry.tag(signature: signature, nameHash: name.hash)) { candidate in
            candidate.use { $0.answers(signature: signature, name: name) }
        }
    }

    /// The nearest registration of a key above the container, unless a container in between decorates, or is not in
    /// use.
    @usableFromInline
    func inherited(signature: UInt, name: ServiceName?) -> Borrowed<RegistryEntry>? {
        guard !isDecorating.load(ordering: .acquiring), !table.isHidden else { return nil }
        return parent?.nearest(signature: signature, name: name)
    }

    /// The nearest registration of a key that may have a name.
    func nearest(signature: UInt, name: ServiceName?) -> Borrowed<RegistryEntry>? {
        let own: Borrowed<RegistryEntry>?
        if let name {
            own = find(signature: signature, name: name)
        } else {
            own = find(signature: signature, name: NoName())
        }
        return own ?? inherited(signature: signature, name: name)
    }
}

// MARK: - Shortcuts

/// The ways in which a request gets at an instance without looking further; each is valid until the end of the read.
@usableFromInline
enum Shortcut {
    /// There is a ``ValueBox`` with this word.
    case ready(UInt)
    /// There is a ``WeakBox`` with this word.
    case weaklyReady(UInt)
    /// The outermost request shares the instance.
    case graph(Borrowed<RegistryEntry>)
    /// The factory makes a new one.
    case call(Borrowed<RegistryEntry>)
}

/// The result of a look into the tables: a read has begun if there is a shortcut, which the caller ends.
@usableFromInline
struct Sight {
    @usableFromInline let shortcut: Shortcut?
    @usableFromInline let record: ThreadRecord

    @inlinable @inline(__always)
    init(shortcut: Shortcut?, record: ThreadRecord) {
        self.shortcut = shortcut
        self.record = record
    }
}

extension Container {
    /// Looks for a key without a name.
    @inlinable @inline(__always)
    func look(for signature: UInt) -> Sight { look(for: signature, NoName()) }

    /// Looks for a key with a name; not inlined into programs, since it knows no type and one copy serves all services.
    @usableFromInline @inline(never)
    func look(for signature: UInt, named name: ServiceName) -> Sight { look(for: signature, name) }

    @inlinable @inline(__always)
    func look(for signature: UInt, _ name: some RequestName) -> Sight {
        let record = ThreadLocal.record(under: threadKey)
        record.beginReading()
        if let entry = entry(signature: signature, name: name), let shortcut = shortcut(to: entry, on: record) {
            return Sight(shortcut: shortcut, record: record)
        }
        record.endReading()
        return Sight(shortcut: nil, record: record)
    }

    /// The shortcut to the instance of a registration, if there is one.
    @inlinable @inline(__always)
    func shortcut(to entry: Borrowed<RegistryEntry>, on record: ThreadRecord) -> Shortcut? {
        let ready = entry.use { $0.ready.load(ordering: .sequentiallyConsistent) }
        guard ready == 0 else {
            // Inside the building of a kept instance, the slow path notes what that is given.
            guard !record.hasDependencies else { return nil }
            guard ready & RegistryEntry.weakMark != 0 else { return .ready(ready) }
            return .weaklyReady(ready ^ RegistryEntry.weakMark)
        }
        let shortcut = entry.use { $0.shortcut.load(ordering: .relaxed) }
        guard shortcut != .none, record.frame(of: entry.word) == nil, record.hasStackLeft else { return nil }
        guard shortcut == .graph else { return .call(entry) }
        return record.hasPlaceOnShelf ? .graph(entry) : nil
    }

    /// The instance that is held weakly, if it still lives; ends the read.
    ///
    /// The word was published by the registration that the key of `Service` led to, so the type is right. Whoever
    /// unpublishes it waits for this read before the box is released.
    @inlinable @inline(never)
    func weakInstance<Service>(at word: UInt, _ record: ThreadRecord) -> Service? {
        defer { record.endReading() }
        guard let box = Borrowed<WeakBox>(word), box.use({ $0.retainObject() }) else { return nil }
        return box.use { $0.take() as Service }
    }
}
