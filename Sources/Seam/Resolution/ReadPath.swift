public import Synchronization

/// One resolution, from the request to the instance: find, return what is ready, else call the factory in a frame.
///
/// This file is the path that runs a million times: everything else is behind `resolveSlowly`.
extension Container {
    /// The instance for a key.
    ///
    /// - Throws: The reason why it failed, with the path from the outermost request.
    /// - Complexity: O(1) on average, and whatever the factories take. Takes no lock if nothing has to be kept.
    @inlinable @inline(__always)
    func instance<Service, Arguments: ArgumentList>(
        of type: Service.Type,
        name: ServiceName?,
        arguments: Arguments,
        site: StaticCallSite
    ) throws(ResolutionError) -> Service {
        guard let name else { return try instance(of: type, name: NoName(), arguments: arguments, site: site) }
        return try instance(of: type, name: name, arguments: arguments, site: site)
    }

    /// The instance for a key of which is known whether it has a name.
    @inlinable
    func instance<Service, Name: RequestName, Arguments: ArgumentList>(
        of type: Service.Type,
        name: Name,
        arguments: Arguments,
        site: StaticCallSite
    ) throws(ResolutionError) -> Service {
        let record = ThreadLocal.record(under: threadKey)
        record.beginReading()
        guard let found = entry(signature: Arguments.signature(of: type), name: name),
            let shortcut = shortcut(to: found, on: record)
        else {
            record.endReading()
            return try resolveSlowly(name: name.optional, arguments: arguments, site: site)
        }
        switch shortcut {
        case .ready(let word):
            let instance: Service = copyOfBoxedValue(at: word)
            record.endReading()
            return instance
        case .weaklyReady(let word):
            return try weakInstance(at: word, record, name: name.optional, arguments: arguments, site: site)
        case .graph:
            return try graphInstance(found, record, name: name.optional, arguments: arguments, site: site)
        case .call:
            let instance: Service = try called(found, record, arguments: arguments, site: site)
            record.leave()
            if record.isAtUnsettledEnd { try finishOutermost(record) }
            return instance
        }
    }

    /// Calls a factory in a frame, and ends the read; the caller leaves the frame, unless this throws.
    @inlinable @inline(__always)
    func called<Service, Arguments: ArgumentList>(
        _ entry: Borrowed<RegistryEntry>,
        _ record: ThreadRecord,
        arguments: Arguments,
        site: StaticCallSite
    ) throws(ResolutionError) -> Service {
        do {
            return try arguments.withAddress { address throws(ResolutionError) in
                record.enter(entry, in: self, arguments: address)
                record.endReading()
                do {
                    return try entry.use { try arguments.call($0.factory, Resolver(self)) }
                } catch {
                    throw record.leave(after: error, site: site)
                }
            }
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

/// The ways in which a request gets from a registration to an instance without looking further.
@usableFromInline
enum Shortcut {
    /// There is a ``ValueBox`` with this word.
    case ready(UInt)
    /// There is a ``WeakBox`` with this word.
    case weaklyReady(UInt)
    /// The outermost request shares the instance.
    case graph
    /// The factory makes a new one.
    case call
}

extension Container {
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
        return shortcut == .graph ? .graph : .call
    }

    /// The instance that is held weakly, if it still lives; ends the read.
    ///
    /// The word was published by the registration that the key of `Service` led to, so the type is right. Whoever
    /// unpublishes it waits for this read before the box is released.
    @inlinable @inline(never)
    func weakInstance<Service, Arguments: ArgumentList>(
        at word: UInt,
        _ record: ThreadRecord,
        name: ServiceName?,
        arguments: Arguments,
        site: StaticCallSite
    ) throws(ResolutionError) -> Service {
        guard let box = Borrowed<WeakBox>(word), box.use({ $0.retainObject() }) else {
            record.endReading()
            return try resolveSlowly(name: name, arguments: arguments, site: site)
        }
        let instance: Service = box.use { $0.take() }
        record.endReading()
        return instance
    }
}
