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
        let instance = word.object(mark: InstanceWord.expiring, as: CachedInstance.self)?.retained()
        record.endReading()
        guard let instance, instance.isUsable else { return nil }
        return instance
    }
}

// MARK: - Building a kept instance

/// The build of a kept instance that needs nothing but its factory: no decorators or hooks.
///
/// It takes the steps of an ``Activation``, by the same functions, without an object for the request. If another
/// request builds the instance, the slow path waits.
extension Container {
    /// The instance of a registration without arguments, by the slow path if another container keeps it; ends the read.
    ///
    /// Such services may be nested deeply: in a debug build, ``NoArguments`` would take a frame of its own.
    @inlinable @inline(never)
    func keptInstance<Service>(
        _ entry: Borrowed<RegistryEntry>,
        _ record: ThreadRecord,
        _ name: ServiceName?,
        _ site: StaticCallSite
    ) throws(ResolutionError) -> Service {
        switch beginKeeping(entry, record, at: nil) {
        case nil: try resolveSlowly(name, NoArguments(), site)
        case .ready(let box): withExtendedLifetime(box) { copyOfBoxedValue(at: box.word, as: Service.self) }
        case .call(let build): try builtInstance(of: entry, by: build, record, site)
        }
    }

    /// The new instance of a registration without arguments, whose build has begun; leaves the frame.
    ///
    /// Transparent, as ``graphInstance(at:_:_:_:_:)``.
    @_transparent @usableFromInline
    func builtInstance<Service>(
        of entry: Borrowed<RegistryEntry>,
        by build: Build,
        _ record: ThreadRecord,
        _ site: StaticCallSite
    ) throws(ResolutionError) -> Service {
        defer { withExtendedLifetime(build) {} }
        let instance: Service
        do {
            instance = try entry.factory.call(Resolver(self))
        } catch {
            throw fail(build, error, record, site)
        }
        try keep(ValueBox(instance), of: entry, by: build, record, site)
        return instance
    }

    /// The instance that this container keeps for the arguments, after a shortcut has found none that is ready.
    ///
    /// Not specialised: a copy for each service would make programs larger.
    @usableFromInline @inline(never)
    func keptInstance<Service, Arguments: ArgumentList>(
        lookingUp name: ServiceName?,
        _ arguments: Arguments,
        _ site: StaticCallSite
    ) throws(ResolutionError) -> Service {
        let record = ThreadLocal.record(under: threadKey)
        record.beginReading()
        guard let entry = nearest(signature: Arguments.signature(of: Service.self), name: name),
            entry.use({ $0.plan.load(ordering: .relaxed).keeps }),
            record.frame(of: entry.word) == nil, record.mayTakeShortcut
        else {
            record.endReading()
            return try resolveSlowly(name, arguments, site)
        }
        let keeping = try arguments.withAddress { address throws(ResolutionError) in
            beginKeeping(entry, record, at: address)
        }
        switch keeping {
        case nil: return try resolveSlowly(name, arguments, site)
        case .ready(let box): return box.value(as: Service.self)
        case .call(let build): return try builtInstance(of: entry, by: build, record, arguments, site)
        }
    }

    /// The new instance for the arguments, whose build has begun; leaves the frame.
    func builtInstance<Service, Arguments: ArgumentList>(
        of entry: Borrowed<RegistryEntry>,
        by build: Build,
        _ record: ThreadRecord,
        _ arguments: Arguments,
        _ site: StaticCallSite
    ) throws(ResolutionError) -> Service {
        defer { withExtendedLifetime(build) {} }
        let instance: Service = try arguments.call(entry.factory, Resolver(self), on: record) {
            fail(build, $0, record, site)
        }
        try arguments.withAddress { address throws(ResolutionError) in
            // The address that the factory was given may be invalid by now.
            record.top.arguments = address
            try keep(ValueBox(instance), of: entry, by: build, record, site)
        }
        return instance
    }
}

/// The step of a request for a kept instance that needs no slow path.
@usableFromInline
enum Keeping {
    /// Take the instance.
    case ready(ValueBox)
    /// Call the factory, whose frame was entered.
    ///
    /// The build keeps the entry alive, and is released after the outermost request has ended: a `deinit` of an object
    /// that the factory has captured may begin requests of its own.
    case call(Build)
}

extension Container {
    /// Finds the instance, or begins its build and enters the frame of its factory; ends the read in any case.
    ///
    /// - Returns: `nil` if another request builds the instance, or the slow path has to decide.
    @usableFromInline @inline(never)
    func beginKeeping(
        _ entry: Borrowed<RegistryEntry>,
        _ record: ThreadRecord,
        at arguments: ArgumentAddress?
    ) -> Keeping? {
        let (plan, decorationCount) = (entry.use { $0.plan.load(ordering: .relaxed) }, Container.decorationCount)
        let (counted, cache) = (entry.retained(), entry.use { $0.cache })
        let isKeptHere = cache.map { keeps(entry, in: $0.own) } ?? false
        record.endReading()
        // An override is built in the innermost container that files it.
        guard let cache, isKeptHere, counted.isFiledOnce else { return nil }
        let table = cache.own.publishesItself ? containerInstances.table(for: cache, of: counted) : cache.own
        guard let slot = table.slot(for: arguments, of: counted.arguments) else { return nil }
        let instance = slot.instance
        if let instance, let box = instance.usableBox(as: counted.type) {
            instance.dependencies?.noteGiven(on: record)
            return .ready(box)
        }
        // Inside an async factory, the slow path builds: the build around is in its frame, and not in the thread's.
        guard plan.keeps, !TaskFrame.isCurrentUnderWay else { return nil }
        if let instance { table.dropUseless(instance, in: slot, published: counted.ready) }
        let keeperNumber = table.scope.lifetime.holdsStrongly ? number : nil
        let dependencies = Dependencies(keeperNumber: keeperNumber, outer: record.dependencies)
        let build = Build(of: counted, at: slot, in: table, for: record.waiter, dependencies: dependencies)
        let decision = slot.enter {
            // The registration may have been decorated since it was found. From here on, the build holds it.
            let isUnchanged = counted.plan.load(ordering: .relaxed) == plan
            return isUnchanged && Container.decorationCount == decorationCount ? build : nil
        }
        guard case .build = decision else { return nil }
        noteKeeping(counted, in: table)
        if isResetting(table.scope) { build.leaveSlot() }
        record.enter(counted, in: self, dependencies: dependencies, build: build)
        return .call(build)
    }

    /// Whether this container builds and keeps the instances of a registration by a shortcut; called during a read.
    ///
    /// - Parameter own: The slots in the registration's own container.
    private func keeps(_ entry: Borrowed<RegistryEntry>, in own: SlotTable) -> Bool {
        guard own.publishesItself else { return hasFiled(entry) }
        // The read path finds no registration above a container that may decorate it.
        return nearest(signature: entry.use { $0.signature }, name: entry.use { $0.name })?.word == entry.word
    }

    /// Keeps and publishes an instance, leaves the frame of its factory, and ends the request.
    ///
    /// - Throws: `scopeRequiresReference` if the scope holds its instances weakly, and this is not an object; the first
    ///   failure of an `onResolved` hook, if the request is the outermost one.
    @usableFromInline @inline(never)
    func keep(
        _ box: ValueBox,
        of entry: Borrowed<RegistryEntry>,
        by build: Build,
        _ record: ThreadRecord,
        _ site: StaticCallSite
    ) throws(ResolutionError) {
        var delayed: Build?
        do {
            if let instance = try build.cachedInstance(box, site: site) {
                record.top.node?.note(box, of: build)
                delayed = entry.use { build.publish(instance, box, of: $0, in: self) }
            } else {
                build.leaveSlot()
                build.finish(with: box)
            }
        } catch {
            throw fail(build, error, record, site)
        }
        record.leave()
        if let outer = record.dependencies, let own = build.dependencies { outer.note(own) }
        if let delayed { WaitGraph.notePrerequisite(delayed, of: .current) }
        try record.endRequest()
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
