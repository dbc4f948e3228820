public import Synchronization

/// One resolution, from the request to the instance: find, return what is ready, else call the factory in a frame.
///
/// This file is the path that runs a million times: everything else is behind `resolveSlowly` and ``Request``.
extension Container {
    /// The instance for a key.
    ///
    /// - Throws: What made it fail, with the path from the outermost request.
    /// - Complexity: O(1) on average, and whatever the factories take. Takes no lock where nothing has to be kept.
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
        guard let found = registration(signature: arguments.signature(of: type), name: name),
            let way = way(to: found, on: record)
        else {
            record.endReading()
            return try resolveSlowly(name: name.optional, arguments: arguments, site: site)
        }
        switch way {
        case .ready(let word):
            let instance: Service = copyOfPublished(at: word)
            record.endReading()
            return instance
        case .weaklyReady(let word):
            return try weakInstance(at: word, record, name: name.optional, arguments: arguments, site: site)
        case .graph:
            return try graphInstance(found, record, name: name.optional, arguments: arguments, site: site)
        case .call:
            let instance: Service = try activated(found, record, arguments: arguments, site: site)
            record.leave()
            if record.isAtUnsettledEnd { try finishOutermost(record) }
            return instance
        }
    }

    /// Calls a factory in a frame, and ends the read; the caller leaves the frame, unless this throws.
    ///
    /// A function of its own, because the compiler then copies the instance once less.
    @inlinable @inline(__always)
    func activated<Service, Arguments: ArgumentList>(
        _ registration: Borrowed<AnyRegistration>,
        _ record: ThreadRecord.Pointer,
        arguments: Arguments,
        site: StaticCallSite
    ) throws(ResolutionError) -> Service {
        do {
            return try arguments.activate(registration, in: self, on: record)
        } catch {
            throw record.leave(after: error, site: site)
        }
    }
}

// MARK: - What is ready

/// How a request gets from a registration to an instance without looking further.
@usableFromInline
enum Way {
    /// There is a ``PublishedValue`` with this word.
    case ready(UInt)
    /// There is a ``WeakValue`` with this word.
    case weaklyReady(UInt)
    /// The outermost request shares the instance.
    case graph
    /// The factory makes a new one.
    case call
}

extension Container {
    /// The way to the instance of a registration, if there is a short one.
    @inlinable @inline(__always)
    func way(to registration: Borrowed<AnyRegistration>, on record: ThreadRecord.Pointer) -> Way? {
        let ready = registration.use { $0.ready.load(ordering: .sequentiallyConsistent) }
        guard ready == 0 else {
            // Inside a kept construction the slow path notes who was given what.
            guard !record.hasDependent else { return nil }
            guard ready & AnyRegistration.weakMark != 0 else { return .ready(ready) }
            return .weaklyReady(ready ^ AnyRegistration.weakMark)
        }
        let shortcut = registration.use { $0.shortcut.load(ordering: .relaxed) }
        guard shortcut != .none, record.frame(of: registration.word) == nil else { return nil }
        return shortcut == .graph ? .graph : .call
    }

    /// The instance that is held weakly, if it still lives; ends the read.
    ///
    /// The word was published by the registration that the key of `Service` led to, so the type is right. Whoever
    /// unpublishes it waits for this read before the box is released.
    @inlinable @inline(never)
    func weakInstance<Service, Arguments: ArgumentList>(
        at word: UInt,
        _ record: ThreadRecord.Pointer,
        name: ServiceName?,
        arguments: Arguments,
        site: StaticCallSite
    ) throws(ResolutionError) -> Service {
        guard let box = Borrowed<WeakValue<Service>>(word), box.use({ $0.retainObject() }) else {
            record.endReading()
            return try resolveSlowly(name: name, arguments: arguments, site: site)
        }
        let instance = box.use { $0.take() }
        record.endReading()
        return instance
    }
}
