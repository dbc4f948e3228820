// Shortcuts that take more than one copy or one call.

/// The shortcuts that take another step before the instance, which some of them build then; each is valid until the end
/// of the read.
@usableFromInline
enum IndirectShortcut {
    /// Take the instance of a word with a mark.
    case marked(InstanceWord)
    /// Take the ready instance, and note it as a dependency of the kept instance that is being built.
    case noted(Borrowed<RegistryEntry>)
    /// Take the instance that is kept for the arguments, if it is ready.
    case keyed(Borrowed<RegistryEntry>)
    /// Take the kept instance, or build it; a synchronous request looks the key up once more.
    case lookUpAgain
    /// Derive the instance: the key is registered nowhere.
    case derived(Borrowed<DerivedType>)
}

extension Container {
    /// The shortcut of a request whose registration is neither ready nor only to be called.
    @inline(never)
    func compoundShortcut(
        by plan: RegistryEntry.Plan,
        to entry: Borrowed<RegistryEntry>,
        on record: ThreadRecord
    ) -> Shortcut? {
        switch plan {
        case .complete: return .complete(entry)
        case .completeOnMainActor: return MainActorCheck.isOnMainActor ? .complete(entry) : nil
        case .graph:
            guard record.resolutionObject == nil else { return nil }
            return record.storedWord(of: entry.word, in: Borrowed(self).word).map { .ready($0) }
                ?? .graph(entry)
        case .keep: return .keep(entry)
        // While a kept instance is being built, its dependencies are noted.
        case .container, .keepInAsked:
            let ready = containerInstancesIfMade?.readyWord(of: entry)
            if let ready, !record.notesDependencies { return .ready(ready) }
            guard plan == .keepInAsked else { return nil }
            return ready == nil ? .keep(entry) : .indirect(.lookUpAgain)
        case .keyed: return record.notesDependencies ? nil : .indirect(.keyed(entry))
        case .keepKeyed: return .indirect(record.notesDependencies ? .lookUpAgain : .keyed(entry))
        case .none, .call, .await: return nil
        }
    }

    /// The instance at the end of an indirect shortcut; ends the read.
    @inlinable @inline(never)
    func indirectInstance<Service, Arguments: ArgumentList>(
        by shortcut: IndirectShortcut,
        _ record: ThreadRecord,
        _ name: ServiceName?,
        _ arguments: Arguments,
        _ site: StaticCallSite
    ) throws(ResolutionError) -> Service {
        switch shortcut {
        case .noted(let entry):
            guard let instance = notedInstance(of: entry, record) else {
                return try resolveSlowly(name, arguments, site)
            }
            return withExtendedLifetime(instance) { copyOfBoxedValue(at: instance.wordOfBox, as: Service.self) }
        case .keyed(let entry):
            guard let instance: Service = keyedInstance(of: entry, record, arguments) else {
                return try keptInstance(lookingUp: name, arguments, site)
            }
            return instance
        case .lookUpAgain:
            record.endReading()
            return try keptInstance(lookingUp: name, arguments, site)
        case .derived(let type):
            record.endReading()
            return try derivedInstance(type, name, site)
        case .marked(let word):
            guard let instance: Service = markedInstance(at: word, record) else {
                return try keptInstance(lookingUp: name, arguments, site)
            }
            return instance
        }
    }
}

// MARK: - Decorators and hooks

extension Container {
    /// The new instance of a unique service with decorators or hooks; ends the read.
    @inlinable @inline(never)
    func completedInstance<Service, Arguments: ArgumentList>(
        _ entry: Borrowed<RegistryEntry>,
        _ record: ThreadRecord,
        _ arguments: Arguments,
        _ site: StaticCallSite
    ) throws(ResolutionError) -> Service {
        try completedInstance(entry, entry.factory, declared: nil, record, arguments, site)
    }

    /// The new instance of a unique service with decorators or hooks, in part those of a declaration; ends the read.
    ///
    /// Transparent, since such services may be nested deeply: in a debug build, too, it takes no frame of its own.
    @_transparent @usableFromInline
    func completedInstance<Service, Arguments: ArgumentList>(
        _ entry: Borrowed<RegistryEntry>,
        _ factory: BorrowedFactory,
        declared: Settings?,
        _ record: ThreadRecord,
        _ arguments: Arguments,
        _ site: StaticCallSite
    ) throws(ResolutionError) -> Service {
        let steps = enterFrame(of: entry, declared: declared, record)
        do {
            try steps.checkActor(site: site)
        } catch {
            throw record.leave(after: error, site: site)
        }
        var instance: Service = try arguments.call(factory, Resolver(self), on: record) {
            record.leave(after: $0, site: site)
        }
        try complete(&instance, by: steps, record, arguments, site)
        record.leave()
        try record.endRequest()
        return instance
    }

    /// Decorates the instance and runs its hooks, in the frame of the factory.
    ///
    /// Not transparent: in a debug build, what it needs does not stand on the stack while the factory runs.
    @inlinable @inline(__always)
    func complete<Service>(
        _ instance: inout Service,
        by steps: CreationSteps,
        _ record: ThreadRecord,
        _ arguments: some ArgumentList,
        _ site: StaticCallSite
    ) throws(ResolutionError) {
        try arguments.withAddress { address throws(ResolutionError) in
            // The address that the factory was given may be invalid by now.
            record.top.arguments = address
            do {
                try steps.complete(&instance, Resolver(self))
            } catch {
                throw record.leave(after: error, site: site)
            }
            if steps.hasResolutionHooks { try runOrQueueHooks(steps, of: instance, record, site) }
        }
    }

    /// Runs the `onResolved` hooks in the frame of the factory, if this is the outermost request; otherwise queues them
    /// for its end, or runs them at once if it is over.
    @inlinable @inline(never)
    func runOrQueueHooks<Service>(
        _ steps: CreationSteps,
        of instance: Service,
        _ record: ThreadRecord,
        _ site: StaticCallSite
    ) throws(ResolutionError) {
        guard record.isOutermostWithoutHooks else {
            let late = steps.queueHooks(of: ValueBox(instance), site: site)
            // Nobody is left to throw the failure of late hooks.
            late?.callLate { try? steps.runResolutionHooks(instance, Resolver(self)) }
            return
        }
        do {
            try steps.runResolutionHooks(instance, Resolver(self))
        } catch {
            throw record.leave(afterHook: error, site: site)
        }
    }

    /// Enters the frame of a factory, and ends the read.
    ///
    /// - Returns: The steps after the factory.
    @usableFromInline @inline(never)
    func enterFrame(
        of entry: Borrowed<RegistryEntry>,
        declared: Settings?,
        _ record: ThreadRecord
    ) -> CreationSteps {
        record.enter(entry, in: self)
        record.endReading()
        return entry.use { steps(of: $0, declared: declared) }
    }

    private func steps(of entry: RegistryEntry, declared: Settings?) -> CreationSteps {
        let settings = entry.settings
        guard settings.values.isDecorated else { return CreationSteps(of: settings, declared: declared) }
        if let own = settings.values.ofOnlyContainer, own.areOf(self) {
            return CreationSteps(of: settings, declared: declared, containerDecorators: own.decorators)
        }
        // The read path stops below a container that decorates the type, so the decorators are those of the owner. If
        // the entry was replaced since, no container files it any more: the nearest one that decorates was its owner.
        let owner = chain.last { $0.hasFiled(entry) } ?? chain.first { $0.mayDecorate(entry.type) }
        let decorators = owner.map { self.decorators(of: entry.type, name: entry.name, upTo: $0) } ?? []
        return CreationSteps(of: settings, declared: declared, containerDecorators: decorators)
    }
}

extension Settings {
    /// The shortcut of a declared service with these decorators and hooks.
    ///
    /// - Parameter found: The shortcut of its entry, which has only the scope.
    func shortcut(with found: Shortcut?) -> Shortcut? {
        switch found {
        case .call(let entry), .complete(let entry): isCompletable ? .complete(entry) : nil
        case .graph: nil
        case .ready, .keep, .indirect, nil: found
        }
    }

    /// Whether ``CreationSteps`` are all that follows the closure of a declaration, which is called at once.
    private var isCompletable: Bool {
        values.asyncFactory == nil && (!isOnMainActor || MainActorCheck.isOnMainActor)
    }
}

// MARK: - The graph scope

/// The instances are in the store of the thread, without a ``Resolution`` and slots. A thread that has a resolution
/// already, or works for an async request, takes the slow path instead.
extension Container {
    /// The new instance of a registration without arguments, which the outermost request shares; ends the read.
    @inlinable @inline(never)
    func graphInstance<Service>(
        _ entry: Borrowed<RegistryEntry>,
        _ record: ThreadRecord,
        _ name: ServiceName?,
        _ site: StaticCallSite
    ) throws(ResolutionError) -> Service {
        guard let place = record.enterGraphBuild(of: entry, in: self, mayStore: ValueStore.fits(Service.self)) else {
            return try resolveSlowly(name, NoArguments(), site)
        }
        return try graphInstance(at: place, entry.factory, record, NoArguments(), site)
    }

    /// The new instance, whose place in the store is reserved and whose frame was entered.
    ///
    /// Transparent, since such services may be nested deeply: in a debug build, too, it takes no frame of its own.
    @_transparent @usableFromInline
    func graphInstance<Service, Arguments: ArgumentList>(
        at place: Int,
        _ factory: BorrowedFactory,
        _ record: ThreadRecord,
        _ arguments: Arguments,
        _ site: StaticCallSite
    ) throws(ResolutionError) -> Service {
        let instance: Service = try arguments.call(factory, Resolver(self), on: record) { error in
            record.vacatePlace(place)
            return record.leave(after: error, site: site)
        }
        record.store(instance, at: place)
        record.leave()
        try record.endRequest()
        return instance
    }
}

extension ThreadRecord {
    /// Enters the frame of a factory, whose instance has a place in the store; ends the read in any case.
    ///
    /// - Parameter mayStore: Whether the store has places for such instances.
    /// - Returns: The place; `nil` if there is none, or the outermost request shares its instances by a ``Resolution``.
    @usableFromInline @inline(never)
    func enterGraphBuild(of entry: Borrowed<RegistryEntry>, in container: Container, mayStore: Bool) -> Int? {
        defer { endReading() }
        guard mayStore, resolutionObject == nil, !notesDependencies, !TaskFrame.isCurrentUnderWay else { return nil }
        // The place retains the entry. A container without a parent finds only entries of its own, so that the entry
        // identifies it. A container with a parent may find an inherited entry, and has to be retained itself.
        let keptContext = container.parent == nil ? nil : container
        let place = reservePlace(for: entry.word, in: Borrowed(container).word, keeping: keptContext)
        enter(entry, in: container)
        return place
    }
}
