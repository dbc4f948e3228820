public import Synchronization

/// One resolution, from the request to the instance: find, return what is ready, else call the factory in a frame.
///
/// This file is the path that runs a million times: everything else is behind ``Container/resolveSlowly(_:)`` and
/// ``Request``.
extension Container {
    /// The instance for a key.
    ///
    /// - Throws: What made it fail, with the path from the outermost request.
    /// - Complexity: O(1) on average, and whatever the factories take. Takes no lock where nothing has to be kept.
    @inlinable
    func instance<Service, Arguments: ArgumentList>(
        of type: Service.Type, name: ServiceName?, arguments: Arguments, site: StaticCallSite
    ) throws(ResolutionError) -> Service {
        let record = ThreadLocal.record
        let signature = arguments.signature(of: type)
        record.pointee.beginReading()
        guard let found = find(signature: signature, name: name) else {
            record.pointee.endReading()
            return try resolveSlowly(Asked(container: self, name: name, arguments: arguments, site: site))
        }
        do {
            return try Unmanaged<AnyRegistration>.fromOpaque(found)._withUnsafeGuaranteedRef { registration in
                if let ready: Service = registration.readyInstance() {
                    record.pointee.endReading()
                    return ready
                }
                let subject = UInt(bitPattern: found)
                guard registration.isPlain.load(ordering: .relaxed), record.pointee.frame(of: subject) == nil else {
                    record.pointee.endReading()
                    return try resolveSlowly(Asked(container: self, name: name, arguments: arguments, site: site))
                }
                return try build(registration, arguments: arguments, site: site, record: record)
            }
        } catch {
            // Everything above throws resolution errors; `rethrows` cannot say so.
            throw error as! ResolutionError
        }
    }

    /// The address of the container's own registration of a key; called between `beginReading` and `endReading`.
    @inlinable @inline(__always)
    func find(signature: UInt, name: ServiceName?) -> UnsafeRawPointer? {
        table.find(AnyRegistration.tag(signature: signature, nameProbe: name?.probe ?? 0)) { address in
            Unmanaged<AnyRegistration>.fromOpaque(address)._withUnsafeGuaranteedRef {
                $0.answers(signature: signature, name: name)
            }
        }
    }

    /// Calls the factory of a plain registration. The frame keeps the registration alive, and ends the read.
    @inlinable @inline(__always)
    func build<Service, Arguments: ArgumentList>(
        _ registration: AnyRegistration, arguments: Arguments, site: StaticCallSite, record: ThreadRecord.Pointer
    ) throws -> Service {
        try withUnsafePointer(to: arguments) { address in
            let frame = record.pointee.enter(
                subject: UInt(bitPattern: Unmanaged.passUnretained(registration).toOpaque()),
                context: UnsafeRawPointer(Unmanaged.passUnretained(self).toOpaque()),
                arguments: UnsafeRawPointer(address), attachment: record.pointee.top.pointee.attachment)
            record.pointee.endReading()
            let instance: Service
            do {
                instance = try arguments.invoke(registration, Resolver(self))
            } catch {
                let failure = Failure.failed(error, site: site)
                record.pointee.leave(frame)
                finishFailedOutermost(record)
                throw failure
            }
            record.pointee.leave(frame)
            if record.pointee.depth == 0, record.pointee.shared != nil { try finishOutermost(record) }
            return instance
        }
    }
}

extension AnyRegistration {
    /// The instance that is kept and ready; called between `beginReading` and `endReading`.
    ///
    /// The address was published by the registration that the key of `Service` led to, so the type is right. Whoever
    /// unpublishes it waits for this read before the instance is released.
    @inlinable @inline(__always)
    final func readyInstance<Service>() -> Service? {
        let address = ready.load(ordering: .sequentiallyConsistent)
        guard address & 1 == 0 else {
            let box = UnsafeRawPointer(bitPattern: address &- 1).unsafelyUnwrapped
            return Unmanaged<WeakValue<Service>>.fromOpaque(box)._withUnsafeGuaranteedRef { $0.value }
        }
        return UnsafePointer<Service>(bitPattern: address)?.pointee
    }
}

/// A request as it was written, before anything was found.
@usableFromInline
struct Asked<Arguments: ArgumentList> {
    let container: Container
    let name: ServiceName?
    let arguments: Arguments
    let site: StaticCallSite

    @usableFromInline
    init(container: Container, name: ServiceName?, arguments: Arguments, site: StaticCallSite) {
        self.container = container
        self.name = name
        self.arguments = arguments
        self.site = site
    }

    /// The key that was asked for.
    func key(of type: any Any.Type) -> ServiceKey {
        ServiceKey(type, arguments: arguments.types, name: name)
    }
}
