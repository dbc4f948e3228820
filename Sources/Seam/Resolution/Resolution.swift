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
    ///
    /// Most requests have no name, and the compiler sees that where this is inlined: they carry none around.
    @inlinable @inline(__always)
    func instance<Service, Arguments: ArgumentList>(
        of type: Service.Type, name: ServiceName?, arguments: Arguments, site: StaticCallSite
    ) throws(ResolutionError) -> Service {
        guard let name else { return try lookUp(type, name: NoName(), arguments: arguments, site: site) }
        return try lookUp(type, name: name, arguments: arguments, site: site)
    }

    @inlinable
    func lookUp<Service, Name: RequestedName, Arguments: ArgumentList>(
        _ type: Service.Type, name: Name, arguments: Arguments, site: StaticCallSite
    ) throws(ResolutionError) -> Service {
        let record = ThreadLocal.record(under: threadKey)
        let signature = arguments.signature(of: type)
        record.pointee.beginReading()
        guard let found = find(signature: signature, name: name) else {
            record.pointee.endReading()
            return try resolveSlowly(name: name.name, arguments: arguments, site: site)
        }
        let registration = Unmanaged<AnyRegistration>.fromOpaque(found)
        let ready = registration._withUnsafeGuaranteedRef { $0.ready.load(ordering: .sequentiallyConsistent) }
        // Inside a kept construction the slow path notes who was given what.
        let isGiven = ready != 0 && record.pointee.top.pointee.attachment != nil
        guard ready == 0 || isGiven else { return try readyInstance(ready, record, name: name, arguments: arguments, site: site) }
        let isPlain = registration._withUnsafeGuaranteedRef { $0.isPlain.load(ordering: .relaxed) }
        guard !isGiven, isPlain, record.pointee.frame(of: UInt(bitPattern: found)) == nil else {
            record.pointee.endReading()
            return try resolveSlowly(name: name.name, arguments: arguments, site: site)
        }
        return try build(registration, arguments: arguments, site: site, record: record)
    }

    /// The instance that is kept and ready; ends the read.
    ///
    /// The address was published by the registration that the key of `Service` led to, so the type is right. Whoever
    /// unpublishes it waits for this read before the instance is released.
    @inlinable @inline(__always)
    func readyInstance<Service, Name: RequestedName, Arguments: ArgumentList>(
        _ ready: UInt, _ record: ThreadRecord.Pointer, name: Name, arguments: Arguments, site: StaticCallSite
    ) throws(ResolutionError) -> Service {
        if ready & AnyRegistration.weakMark == 0 {
            let instance = copyOfShared(UnsafePointer<Service>(bitPattern: ready).unsafelyUnwrapped)
            record.pointee.endReading()
            return instance
        }
        let box = UnsafeRawPointer(bitPattern: ready ^ AnyRegistration.weakMark).unsafelyUnwrapped
        let instance = Unmanaged<WeakValue<Service>>.fromOpaque(box)._withUnsafeGuaranteedRef { $0.load() }
        record.pointee.endReading()
        if let instance { return instance }
        return try resolveSlowly(name: name.name, arguments: arguments, site: site)
    }

    /// The address of the container's own registration of a key; called between `beginReading` and `endReading`.
    @inlinable @inline(__always)
    func find<Name: RequestedName>(signature: UInt, name: Name) -> UnsafeRawPointer? {
        table.find(AnyRegistration.tag(signature: signature, nameProbe: name.probe)) { address in
            Unmanaged<AnyRegistration>.fromOpaque(address)._withUnsafeGuaranteedRef {
                $0.signature == signature && name.isName(of: $0)
            }
        }
    }

    /// Calls the factory of a plain registration. The frame keeps the registration alive, and ends the read.
    @inlinable @inline(__always)
    func build<Service, Arguments: ArgumentList>(
        _ registration: Unmanaged<AnyRegistration>, arguments: Arguments, site: StaticCallSite,
        record: ThreadRecord.Pointer
    ) throws(ResolutionError) -> Service {
        do {
            return try withUnsafePointer(to: arguments) { address in
                let frame = record.pointee.enter(
                    subject: UInt(bitPattern: registration.toOpaque()),
                    context: UnsafeRawPointer(Unmanaged.passUnretained(self).toOpaque()),
                    arguments: UnsafeRawPointer(address), attachment: record.pointee.top.pointee.attachment)
                record.pointee.endReading()
                let instance: Service
                do {
                    instance = try registration._withUnsafeGuaranteedRef { try arguments.invoke($0, Resolver(self)) }
                } catch {
                    throw Failure.failed(error, site: site, leaving: frame, record)
                }
                record.pointee.leave(frame)
                if record.pointee.depth == 0, record.pointee.shared != nil { try finishOutermost(record) }
                return instance
            }
        } catch {
            throw ResolutionError(erased: error)
        }
    }
}
