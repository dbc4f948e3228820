public import Synchronization

/// One resolution, from the request to the instance: find, return what is ready, else call the factory in a frame.
///
/// This file is the path that runs a million times: everything else is behind ``Container/resolveSlowly(name:arguments:site:)`` and
/// ``Request``.
extension Container {
    /// The instance for a key.
    ///
    /// - Throws: What made it fail, with the path from the outermost request.
    /// - Complexity: O(1) on average, and whatever the factories take. Takes no lock where nothing has to be kept.
    @inlinable
    func instance<Service, Arguments: ArgumentList>(
        of type: Service.Type,
        name: ServiceName?,
        arguments: Arguments,
        site: StaticCallSite
    ) throws(ResolutionError) -> Service {
        let record = ThreadLocal.record(under: threadKey)
        record.beginReading()
        guard let found = find(signature: arguments.signature(of: type), name: name) else {
            record.endReading()
            return try resolveSlowly(name: name, arguments: arguments, site: site)
        }
        let registration = Unmanaged<AnyRegistration>.fromOpaque(found)
        let ready = registration._withUnsafeGuaranteedRef { $0.ready.load(ordering: .sequentiallyConsistent) }
        // Inside a kept construction the slow path notes who was given what.
        if ready != 0, !record.hasDependent {
            return try readyInstance(ready, record, name: name, arguments: arguments, site: site)
        }
        let shortcut = registration._withUnsafeGuaranteedRef { $0.shortcut.load(ordering: .relaxed) }
        guard shortcut != .none, ready == 0, record.frame(of: UInt(bitPattern: found)) == nil else {
            record.endReading()
            return try resolveSlowly(name: name, arguments: arguments, site: site)
        }
        if shortcut == .share {
            return try sharedInstance(registration, record, name: name, arguments: arguments, site: site)
        }
        let instance: Service
        do {
            instance = try arguments.activate(registration, in: self, on: record)
        } catch {
            throw Failure.leaving(record, after: error, site: site)
        }
        record.leave()
        if record.isAtUnsettledEnd { try finishOutermost(record) }
        return instance
    }

    /// The address of the container's own registration of a key; called between `beginReading` and `endReading`.
    @inlinable @inline(__always)
    func find(signature: UInt, name: ServiceName?) -> UnsafeRawPointer? {
        table.find(AnyRegistration.tag(signature: signature, nameProbe: name?.probe ?? 0)) { address in
            Unmanaged<AnyRegistration>.fromOpaque(address)
                ._withUnsafeGuaranteedRef {
                    $0.answers(signature: signature, name: name)
                }
        }
    }

    /// The instance that is kept and ready; ends the read.
    ///
    /// The address was published by the registration that the key of `Service` led to, so the type is right. Whoever
    /// unpublishes it waits for this read before the instance is released.
    @inlinable @inline(__always)
    func readyInstance<Service, Arguments: ArgumentList>(
        _ ready: UInt,
        _ record: ThreadRecord.Pointer,
        name: ServiceName?,
        arguments: Arguments,
        site: StaticCallSite
    ) throws(ResolutionError) -> Service {
        if ready & AnyRegistration.weakMark == 0 {
            let instance = copyOfShared(UnsafePointer<Service>(bitPattern: ready).unsafelyUnwrapped)
            record.endReading()
            return instance
        }
        let address = UnsafeRawPointer(bitPattern: ready ^ AnyRegistration.weakMark).unsafelyUnwrapped
        let box = Unmanaged<WeakValue<Service>>.fromOpaque(address)
        guard box._withUnsafeGuaranteedRef({ $0.retainObject() }) else {
            record.endReading()
            return try resolveSlowly(name: name, arguments: arguments, site: site)
        }
        let instance = box._withUnsafeGuaranteedRef { $0.take() }
        record.endReading()
        return instance
    }
}
