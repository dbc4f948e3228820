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
        if ready != 0, record.pointee.top.pointee.attachment == nil {
            return try readyInstance(ready, record, name: name, arguments: arguments, site: site)
        }
        let isPlain = registration._withUnsafeGuaranteedRef { $0.isPlain.load(ordering: .relaxed) }
        guard isPlain, ready == 0, record.frame(of: UInt(bitPattern: found)) == nil else {
            record.endReading()
            return try resolveSlowly(name: name, arguments: arguments, site: site)
        }
        let instance: Service
        do {
            instance = try withUnsafePointer(to: arguments) { address in
                // The frame keeps the registration alive from here on.
                record.enter(
                    subject: UInt(bitPattern: found),
                    context: UnsafeRawPointer(Unmanaged.passUnretained(self).toOpaque()),
                    arguments: UnsafeRawPointer(address),
                    attachment: record.pointee.top.pointee.attachment
                )
                record.endReading()
                return try registration._withUnsafeGuaranteedRef { try arguments.invoke($0, Resolver(self)) }
            }
        } catch {
            throw Failure.leaving(record, after: error, site: site)
        }
        record.leave()
        if record.pointee.depth == 0, record.pointee.shared != nil { try finishOutermost(record) }
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
        let box = UnsafeRawPointer(bitPattern: ready ^ AnyRegistration.weakMark).unsafelyUnwrapped
        let instance = Unmanaged<WeakValue<Service>>.fromOpaque(box)._withUnsafeGuaranteedRef { $0.load() }
        record.endReading()
        if let instance { return instance }
        return try resolveSlowly(name: name, arguments: arguments, site: site)
    }
}
