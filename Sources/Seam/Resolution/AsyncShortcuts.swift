internal import Synchronization

/// The short ways of an async request, which start no task.
enum AsyncShortcut {
    /// Go on without suspending, as after a ``Lookup``.
    case now(Shortcut, ThreadRecord)
    /// Take the instance, or call the factory of a build that has begun, without suspending.
    ///
    /// Indirect, as the next one, so that other requests need no memory for it.
    indirect case kept(Keeping, Borrowed<RegistryEntry>, ThreadRecord)
    /// Call the factory, whose frame was entered, for the place in the store, without suspending.
    indirect case graph(place: Int, Borrowed<RegistryEntry>, ThreadRecord)
    /// Await the factory, in a frame inside a context.
    case await(RegistryEntry, in: TaskContext?)
}

extension Container {
    /// The short way of an async request without arguments; `nil` if the request has to take the slow path.
    ///
    /// In an async factory, the slow path notes the dependencies of the instance that is being built. Inside the frames
    /// of a synchronous one, it suspends first.
    func asyncShortcut<Service>(to type: Service.Type, name: ServiceName?) -> AsyncShortcut? {
        let context = TaskContext.current
        guard context?.frame == nil else { return nil }
        let record = ThreadLocal.record(under: threadKey)
        guard !record.isOccupied else { return nil }
        record.beginReading()
        guard let entry = nearest(signature: NoArguments.signature(of: type), name: name) else {
            record.endReading()
            return nil
        }
        guard entry.use({ $0.plan.load(ordering: .relaxed) }) != .await else {
            let entry = entry.retained()
            record.endReading()
            return .await(entry, in: context)
        }
        let shortcut = shortcut(to: entry, on: record)
        // The target of an alias may be async, so an alias has an async factory.
        let isSynchronous = entry.use { $0.asyncFactory == nil }
        switch shortcut {
        case .ready(let word): return .now(.ready(word), record)
        // A word with a mark was found without a look at the stack.
        case .keep where record.mayTakeShortcut, .indirect(.marked) where record.mayTakeShortcut:
            return beginKeeping(entry, record, at: nil).map { .kept($0, entry, record) }
        case .graph where isSynchronous:
            return record.enterGraphBuild(of: entry, in: self, mayStore: ValueStore.fits(type))
                .map { .graph(place: $0, entry, record) }
        case .call where isSynchronous, .complete where isSynchronous:
            enterFrameOrEndReading(for: shortcut, on: record)
            return shortcut.map { .now($0, record) }
        case .keep, .call, .complete, .graph, .indirect, nil:
            record.endReading()
            return nil
        }
    }

    /// The instance at the end of a shortcut, as ``instance(by:_:_:_:_:)`` gives it.
    ///
    /// Not inlined, as the next ones, so that requests which are awaited need no memory for it.
    @inline(never)
    func instanceNow<Service>(
        _ shortcut: Shortcut,
        _ record: ThreadRecord,
        _ name: ServiceName?,
        _ site: StaticCallSite
    ) throws(ResolutionError) -> Service {
        try instance(by: shortcut, record, name, NoArguments(), site)
    }

    /// The instance that this container keeps.
    @inline(never)
    func instanceNow<Service>(
        _ keeping: Keeping,
        _ entry: Borrowed<RegistryEntry>,
        _ record: ThreadRecord,
        _ site: StaticCallSite
    ) throws(ResolutionError) -> Service {
        switch keeping {
        case .ready(let box): box.value(as: Service.self)
        case .call(let build): try builtInstance(of: entry, by: build, record, site)
        }
    }

    /// The instance that the outermost request shares.
    @inline(never)
    func instanceNow<Service>(
        at place: Int,
        _ entry: Borrowed<RegistryEntry>,
        _ record: ThreadRecord,
        _ site: StaticCallSite
    ) throws(ResolutionError) -> Service {
        try graphInstance(at: place, entry.use { $0.factory.borrowed }, record, NoArguments(), site)
    }

    /// The instance of an outermost request that an async factory makes, and that nothing keeps, decorates or hooks.
    func awaitedInstance<Service>(
        of entry: RegistryEntry,
        in context: TaskContext?,
        _ site: StaticCallSite
    ) async throws -> Service {
        guard let factory = entry.asyncFactory else { preconditionFailure("Only async factories are awaited.") }
        let resolution = Resolution(awaiting: entry)
        let content = TaskFrame.Content(
            entry: entry,
            container: self,
            arguments: nil,
            outer: nil,
            waiter: Waiter(),
            dependencies: nil,
            resolutionObject: resolution,
            context: context
        )
        // As `Resolution.withinOneRequest` does, whose closure would cost as much as making an object.
        do {
            let instance = try await TaskFrame.during(content, site: site) {
                try await NoArguments().callAsync(factory, Resolver(self)) as Service
            }
            try await resolution.endOutermost()
            return instance
        } catch {
            throw await resolution.endOutermost(after: error)
        }
    }
}
