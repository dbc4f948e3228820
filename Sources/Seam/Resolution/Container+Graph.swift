/// The `graph` scope as most requests need it: a few instances on a shelf of the thread, and neither a ``Session`` nor a
/// slot.
///
/// A thread that has a session already, or works for an async request, shares its instances by that.
extension Container {
    /// The instance that the outermost request under way shares, made where it is not there yet; ends the read.
    @inlinable @inline(never)
    func graphInstance<Service, Arguments: ArgumentList>(
        _ registration: Borrowed<AnyRegistration>,
        _ record: ThreadRecord.Pointer,
        name: ServiceName?,
        arguments: Arguments,
        site: StaticCallSite
    ) throws(ResolutionError) -> Service {
        if let instance: Service = record.shelvedInstance(of: registration, in: self, arguments: arguments) {
            record.endReading()
            return instance
        }
        guard arguments is NoArguments, ValueShelf.fits(Service.self),
            let place = record.reservePlace(for: registration, in: self)
        else {
            record.endReading()
            return try resolveSlowly(name: name, arguments: arguments, site: site)
        }
        let instance: Service
        do {
            instance = try arguments.activate(registration, in: self, on: record)
        } catch {
            record.vacatePlace(place)
            throw record.leave(after: error, site: site)
        }
        record.shelve(instance, at: place)
        record.leave()
        if record.isAtUnsettledEnd { try finishOutermost(record) }
        return instance
    }
}

extension Request {
    /// The instance that the outermost request of the thread has made without a session.
    func shelvedInstance(on record: ThreadRecord.Pointer) -> Service? {
        record.shelvedInstance(of: Borrowed(registration), in: askedContainer, arguments: arguments)
    }
}

extension UnsafeMutablePointer<ThreadRecord> {
    /// The instance of a registration on the shelf; it was put there for the same key, so its type is right.
    @inlinable @inline(__always)
    func shelvedInstance<Service, Arguments: ArgumentList>(
        of registration: Borrowed<AnyRegistration>,
        in container: Container,
        arguments: Arguments
    ) -> Service? {
        guard arguments is NoArguments else { return nil }
        return shelvedValue(of: registration.address, in: Borrowed(container).address)
    }

    /// Takes a place for an instance of the request under way, unless that shares its instances by a session.
    @usableFromInline
    func reservePlace(for registration: Borrowed<AnyRegistration>, in container: Container) -> Int? {
        guard pointee.sessionObject == nil, !hasDependent, Ambient.current?.liveActivation == nil else { return nil }
        // A registration of its own tells a container from all others, but not one that it inherits.
        return reservePlace(
            for: registration.address,
            in: Borrowed(container).address,
            keeping: container.parent == nil ? nil : container
        )
    }
}
