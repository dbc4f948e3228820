internal import Synchronization

/// The shortcuts to kept instances: to those that are there, and to those that need only their factory.
extension Container {
    /// The slots in which a registration keeps its instances; ends the read.
    @usableFromInline @inline(never)
    func slots(of entry: Borrowed<RegistryEntry>, _ record: ThreadRecord) -> SlotTable? {
        let slots = entry.use { $0.slotsIfMade }
        record.endReading()
        return slots
    }

    /// The instance that is kept for the arguments, if it is ready; ends the read.
    ///
    /// The user's `hash(into:)`, `==` and clock are called after the end of the read.
    @inlinable @inline(__always)
    func keyedInstance<Service>(
        of entry: Borrowed<RegistryEntry>,
        _ record: ThreadRecord,
        _ arguments: some ArgumentList
    ) -> Service? {
        guard let slots = slots(of: entry, record), let hash = arguments.hash,
            let box = slots.readyBox(hash: hash, where: { arguments.isEqual(toThoseAt: $0) })
        else { return nil }
        return withExtendedLifetime(box) { copyOfBoxedValue(at: box.word, as: Service.self) }
    }

    /// The ready instance, which is noted as a dependency of the kept instance that is being built; ends the read.
    ///
    /// - Returns: `nil` if the request has to take the slow path.
    @usableFromInline @inline(never)
    func notedInstance(of entry: Borrowed<RegistryEntry>, _ record: ThreadRecord) -> CachedInstance? {
        guard let slots = slots(of: entry, record), record.mayTakeShortcut,
            let instance = slots.existingSlot(for: nil)?.instance, instance.lastingBox != nil
        else { return nil }
        instance.dependencies?.noteGiven(on: record)
        return instance
    }

    /// The instance of a word with a mark, if it is alive and not too old; ends the read.
    ///
    /// The type is right, since the registration that was found for `Service` has published the word.
    @inlinable @inline(__always)
    func markedInstance<Service>(at word: InstanceWord, _ record: ThreadRecord) -> Service? {
        if let box = word.object(mark: InstanceWord.weak, as: WeakBox.self) { return weakInstance(in: box, record) }
        guard let instance = freshInstance(at: word, record) else { return nil }
        return withExtendedLifetime(instance) { copyOfBoxedValue(at: instance.wordOfBox, as: Service.self) }
    }

    /// The object that a box holds weakly, or `nil` if it is gone; ends the read.
    ///
    /// The box is alive: a writer that unpublishes it waits for this read before it releases the box.
    @inlinable @inline(never)
    func weakInstance<Service>(in box: Borrowed<WeakBox>, _ record: ThreadRecord) -> Service? {
        defer { record.endReading() }
        guard box.use({ $0.retainObject() }) else { return nil }
        return box.use { $0.take() as Service }
    }

    /// An instance that is held strongly, if it is not too old; ends the read.
    ///
    /// The user's clock is asked after the end of the read.
    @usableFromInline @inline(never)
    func freshInstance(at word: InstanceWord, _ record: ThreadRecord) -> CachedInstance? {
        guard let instance = word.object(mark: InstanceWord.expiring, as: CachedInstance.self)?.retained() else {
            record.endReading()
            return nil
        }
        record.endReading()
        return instance.isUsable ? instance : nil
    }
}

// MARK: - Building a kept instance

/// The build of a kept instance that needs nothing but its factory: no arguments, decorators or hooks.
///
/// It takes the steps of an ``Activation``, by the same functions, without an object for the request. A request that
/// does not build, because the instance is there or another request builds it, takes the slow path.
extension Container {
    /// The new instance of a registration without arguments that this container files and keeps; ends the read.
    @inlinable @inline(never)
    func keptInstance<Service>(
        _ entry: Borrowed<RegistryEntry>,
        _ record: ThreadRecord,
        _ name: ServiceName?,
        _ site: StaticCallSite
    ) throws(ResolutionError) -> Service {
        guard let build = enterBuild(of: entry, record) else { return try resolveSlowly(name, NoArguments(), site) }
        // The build keeps the entry alive, and is released after the outermost request has ended: a `deinit` of an
        // object that the factory has captured may begin requests of its own.
        defer { withExtendedLifetime(build) {} }
        let instance: Service
        do {
            instance = try entry.use { $0.factory.borrowed }.call(Resolver(self))
        } catch {
            throw fail(build, error, record, site)
        }
        publish(ValueBox(instance), of: entry, by: build, record)
        try record.endRequest()
        return instance
    }

    /// Begins the build of an instance, and enters the frame of its factory; ends the read in any case.
    ///
    /// - Returns: `nil` if the instance is there, another request builds it, or the slow path has to decide.
    @usableFromInline @inline(never)
    func enterBuild(of entry: Borrowed<RegistryEntry>, _ record: ThreadRecord) -> Build? {
        let isOwn = hasFiled(entry)
        let counted = entry.retained()
        record.endReading()
        // An inherited registration is built in its own container, and an override in the innermost that files it. An
        // async factory has frames elsewhere.
        guard isOwn, counted.isFiledOnce, !TaskFrame.isCurrentUnderWay, let table = counted.slots else { return nil }
        let slot = table.slot(for: nil)
        let build = Build(
            of: counted,
            at: slot,
            in: table,
            for: record.waiter,
            dependencies: Dependencies(keeperNumber: number, outer: record.dependencies)
        )
        // The registration may have been decorated since it was found. From here on, the build holds it.
        let decision = slot.enter { entry.use { $0.plan.load(ordering: .relaxed) == .keep ? build : nil } }
        guard case .build = decision else { return nil }
        let dropped = entry.use { noteKeeping($0, in: table) }
        if isResetting(table.scope) { build.leaveSlot() }
        record.enter(entry, in: self, for: build)
        withExtendedLifetime(dropped) {}
        return build
    }

    /// Publishes an instance, and leaves the frame of its factory.
    @usableFromInline @inline(never)
    func publish(_ box: ValueBox, of entry: Borrowed<RegistryEntry>, by build: Build, _ record: ThreadRecord) {
        let instance = CachedInstance(.strong(box), dependencies: build.dependencies)
        let delayed = entry.use { build.publish(instance, box, word: box.word, of: $0, in: self) }
        record.leave()
        if let outer = record.dependencies, let own = build.dependencies { outer.note(own) }
        if let delayed { WaitGraph.notePrerequisite(delayed, of: .current) }
    }

    /// Ends a build whose factory has failed, and leaves its frame.
    @usableFromInline @inline(never)
    func fail(_ build: Build, _ error: any Error, _ record: ThreadRecord, _ site: StaticCallSite) -> ResolutionError {
        let failure = Failure.failed(error, site: site)
        build.abandon(failure, below: Stack().depth - 1)
        record.leave()
        record.failRequest()
        return failure
    }
}
