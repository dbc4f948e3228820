/// The `graph` scope as most requests need it: a few instances on a shelf of the thread, and neither a ``Resolution`` nor
/// a slot.
///
/// A thread that has a resolution already, or works for an async request, shares its instances by that.
extension Container {
    /// The instance that the outermost request shares, built if it is not there yet; ends the read.
    @inlinable @inline(never)
    func graphInstance<Service, Arguments: ArgumentList>(
        _ entry: Borrowed<RegistryEntry>,
        _ record: ThreadRecord,
        _ name: ServiceName?,
        _ arguments: Arguments,
        _ site: StaticCallSite
    ) throws(ResolutionError) -> Service {
        if arguments is NoArguments, let instance: Service = record.shelvedInstance(of: entry, in: self) {
            record.endReading()
            return instance
        }
        guard arguments is NoArguments, ValueShelf.fits(Service.self),
            let place = record.reservePlace(for: entry, in: self)
        else {
            record.endReading()
            return try resolveSlowly(name, arguments, site)
        }
        let instance: Service = try arguments.call(entry.use { $0.factory.borrowed }, Resolver(self)) {
            record.enter(entry, in: self, arguments: $0)
            record.endReading()
        } fail: {
            record.vacatePlace(place)
            return record.leave(after: $0, site: site)
        }
        record.shelve(instance, at: place)
        record.leave()
        if record.isAtUnsettledEnd { try finishOutermost(record) }
        return instance
    }
}

extension ThreadRecord {
    /// The instance of a registration on the shelf; it was put there for the same key, so its type is right.
    @inlinable @inline(__always)
    func shelvedInstance<Service>(of entry: Borrowed<RegistryEntry>, in container: Container) -> Service? {
        shelvedValue(of: entry.word, in: Borrowed(container).word)
    }

    /// Takes a place for an instance of the request under way, unless that shares its instances by a resolution.
    @usableFromInline
    func reservePlace(for entry: Borrowed<RegistryEntry>, in container: Container) -> Int? {
        guard shared == nil, !hasDependencies, TaskContext.current?.frame?.content == nil else { return nil }
        // A registration of its own tells a container from all others, but not one that it inherits.
        return reservePlace(
            for: entry.word,
            in: Borrowed(container).word,
            keeping: container.parent == nil ? nil : container
        )
    }
}
