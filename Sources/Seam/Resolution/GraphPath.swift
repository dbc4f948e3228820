/// The short way of the `graph` scope: a few instances on the shelf of the thread, without a ``Resolution`` and slots.
///
/// A thread that has a resolution already, or works for an async request, takes the slow path instead.
extension Container {
    /// The instance that the outermost request shares; builds it on first use, and ends the read.
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
    /// The instance of a registration on the shelf; it was stored for the same key, so its type is right.
    @inlinable @inline(__always)
    func shelvedInstance<Service>(of entry: Borrowed<RegistryEntry>, in container: Container) -> Service? {
        shelvedValue(of: entry.word, in: Borrowed(container).word)
    }

    /// Reserves a place for an instance; `nil` if the outermost request shares its instances by a ``Resolution``.
    @usableFromInline
    func reservePlace(for entry: Borrowed<RegistryEntry>, in container: Container) -> Int? {
        guard shared == nil, !hasDependencies, TaskContext.current?.frame?.content == nil else { return nil }
        // The place retains the entry. A container without a parent finds only entries of its own, so that the entry
        // identifies it. A container with a parent may find an inherited entry, and has to be retained itself.
        return reservePlace(
            for: entry.word,
            in: Borrowed(container).word,
            keeping: container.parent == nil ? nil : container
        )
    }
}
