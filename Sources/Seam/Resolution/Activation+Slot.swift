/// The steps before the factory: the slot that keeps the instance, an instance that is there, the dependencies that are
/// noted for a shutdown, and whether the factory may be called here.
extension Activation {
    /// The slot of the instance; `nil` if the instance is not kept.
    func findSlot(_ stack: Stack) -> (table: SlotTable, slot: InstanceSlot)? {
        if case .unique = target.lifetime { return nil }
        let table =
            switch target.lifetime {
            case .graph: stack.makeResolutionIfNeeded().table(for: target.entry, in: target.builder)
            case .container: target.cache.map { target.builder.containerInstances.table(for: $0, of: target.entry) }
            default: target.cache?.own
            }
        guard let table, let slot = table.slot(for: arguments, of: target.entry.arguments) else { return nil }
        return (table, slot)
    }

    /// The dependencies of an instance that is going to be built: an object of its own, if a container keeps it, or if
    /// it is shared inside one that a container keeps.
    func dependenciesOfInstance(inside outer: Dependencies?) -> Dependencies? {
        if case .graph = target.lifetime { return outer?.ofPart() }
        let keeperNumber = target.lifetime.holdsStrongly ? builder.number : nil
        return Dependencies(keeperNumber: keeperNumber, outer: outer)
    }

    /// Takes the instance in a slot, or that of the build under way there, for a request that may not build.
    func take(from slot: InstanceSlot) -> ValueBox? {
        // Read before the instance, which the build may publish in between.
        let build = slot.buildUnderWay
        return slot.instance.flatMap(take) ?? build.flatMap(takeUnfinished)
    }

    /// Takes the instance of a build before it is published, and notes the dependency, if this request is made inside
    /// the build, or by its `onResolved` hooks.
    func takeUnfinished(_ build: Build) -> ValueBox? {
        let unfinished = WaitGraph.unfinishedInstance(of: build, for: .current)
        guard let box = unfinished ?? Stack().currentResolution?.runningInstance(of: build) else { return nil }
        if unfinished == nil { WaitGraph.notePrerequisite(build, of: .current) }
        noteDependency(build.dependencies)
        return box
    }

    /// Takes an instance, and notes the dependency; `nil` if it is gone or too old.
    func take(_ instance: CachedInstance) -> ValueBox? {
        guard let box = instance.usableBox(as: target.entry.type) else { return nil }
        noteDependency(instance.dependencies)
        return box
    }

    /// Records the instance that the request was given, as a dependency of the one that is being built.
    func noteDependency(_ given: Dependencies?) { given?.noteGiven(on: ThreadLocal.record) }
}

// MARK: - Before the factory

extension Activation {
    /// The birth of an alias that expires with its target: that of the target's instance, or the present time if the
    /// instance is not built yet; `nil` for any other service.
    ///
    /// Read before the factory is called, since the target may be built anew before the decorators have run. So the
    /// alias never outlives the instance that it is made of.
    func readBirthOfAlias() -> Duration? {
        guard case .expiring(let limit) = target.lifetime, let base = target.cache?.base else { return nil }
        // The user's clock may make requests: they are part of the build.
        enterFrame(arguments: arguments)
        defer { leaveFrame(ThreadLocal.record) }
        let key = arguments.flatMap { ArgumentReference(target.entry.arguments, at: $0) }
        if let instance = base.own.existingSlot(for: key)?.instance, instance.isUsable { return instance.birth }
        return limit.now()
    }

    /// Publishes the instance in the user's storage, if there is one, and ends the build with it.
    ///
    /// The request that builds makes the storage, on first use. A build that has left its slot uses none: a later build
    /// may fill the storage before this one ends.
    ///
    /// - Returns: The instance; `nil` if the storage is empty.
    func instanceInStorage(of build: Build) -> ValueBox? {
        guard case .stored(let make) = target.lifetime, !builder.isOfDryRun, let slot = build.slot,
            slot.buildUnderWay === build
        else { return nil }
        // The user's storage may make requests: they are part of the build, and stand on its path.
        enterFrame(arguments: arguments)
        let storage = slot.storage ?? make()
        let instance = CachedInstance(.stored(storage), dependencies: dependencies)
        let found = instance.box(as: target.entry.type)
        leaveFrame(ThreadLocal.record)
        slot.adopt(storage, for: build)
        self.storage = storage
        guard let box = found else { return nil }
        storeDisposers()
        build.show(instance, box, of: target.entry, isInStorage: true)
        forget(build).finish(with: box)
        return box
    }

    /// The instance that the outermost request has built without a slot, and put in the store of the thread.
    func storedGraphInstance(_ stack: Stack) -> ValueBox? {
        guard arguments == nil else { return nil }
        return stack.record.storedBox(of: Borrowed(target.entry).word, in: Borrowed(builder).word)
    }
}

// MARK: - Where the factory is called

extension Activation {
    /// Enters the frame that the factory, the decorators and the hooks run in.
    func enterFrame(arguments: ArgumentAddress? = nil) {
        let record = ThreadLocal.record
        record.enter(target.entry, in: target.builder, arguments: arguments, dependencies: dependencies, build: build)
        if isRedirecting { record.redirect(from: asked, to: builder) }
    }

    /// Whether requests to the container that was asked are redirected to the one that builds.
    var isRedirecting: Bool { declared != nil && builder !== asked }

    func leaveFrame(_ record: ThreadRecord) {
        if isRedirecting { record.endRedirection() }
        record.leave()
    }

    /// Whether a synchronous request may call the factory here and now.
    var mayBuildHere: Bool {
        !isAsync && (!needsMainActor || MainActorCheck.isOnMainActor)
    }

    /// Whether a synchronous request cannot call the factory; it can call that of an alias.
    private var isAsync: Bool { target.isAsync(declared) }

    /// The factory, which the registration or the parts of the declaration keep alive.
    var factory: BorrowedFactory {
        guard target.entry.kind == .declaration, let declared else { return target.entry.factory.borrowed }
        return declared.factory.borrowed
    }

    /// The factory that an asynchronous request awaits, if there is one; a request brings that of its declaration.
    var asyncFactory: ErasedAsyncFactory? {
        guard target.entry.kind == .declaration else { return isSynchronousAlias ? nil : target.entry.asyncFactory }
        return declared?.settings?.values.asyncFactory
    }

    /// Whether the factory, a decorator or a hook runs on the main actor.
    var needsMainActor: Bool { target.needsMainActor(declared) }

    /// The line of an error on the part that belongs to the main actor, if the factory does not.
    private var mainActorNote: String? {
        let settings = target.settings
        guard !settings.values.isBuiltOnMainActor else { return nil }
        if target.entry.kind == .declaration, declared?.settings?.values.isBuiltOnMainActor == true { return nil }
        return Failure.mainActorNote(
            of: [settings, declared?.settings],
            containerDecorators: target.containerDecorators
        )
    }

    /// The instance for a synchronous request that may neither build it nor wait for it here and now.
    ///
    /// The request gets an instance only if a wait would close a circle, and only the hooks of the instance still run.
    /// In that case, a request that waits gets the instance too.
    ///
    /// - Parameter build: The build of the instance, if one is under way; it may wait for a build around this request.
    func instanceWithoutWaiting(_ entry: RegistryEntry, underWay build: Build?) throws(ResolutionError) -> ValueBox {
        if let build, let box = try WaitGraph.instanceInCircle(of: build, path: path, site: site) {
            noteDependency(build.dependencies)
            return box
        }
        let place = PlaceOfRegistration(of: entry)
        guard entry.kind == .async || isAsync else {
            throw Failure.requiresMainActor(path: path, place: place, note: mainActorNote, site: site)
        }
        throw Failure.requiresAsync(path: path, place: place, scope: entry.settings.scope, site: site)
    }
}
