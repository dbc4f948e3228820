internal import Synchronization

/// The short ways of an async request, which start no task.
enum AsyncShortcut {
    /// Take the instance or call its factory, without suspending.
    case now(Step, ThreadRecord)
    /// Await the factory, in a frame inside a context.
    case await(RegistryEntry, in: TaskContext?)

    /// A shortcut that was begun.
    enum Step {
        /// Go on as after a ``Lookup``.
        case shortcut(Shortcut)
        /// Build the instance that the outermost request shares, for the place in the store.
        case graph(Borrowed<RegistryEntry>, place: Int)
        case kept(Borrowed<RegistryEntry>, Keeping)
    }
}

extension Container {
    /// The short way of an async request without arguments; `nil` if the request has to take the slow path.
    ///
    /// In an async factory, the slow path notes the dependencies of the instance that is being built. Inside the frames
    /// of a synchronous one, it suspends first.
    ///
    /// - Parameter mayStore: Whether the store of a thread has places for such instances.
    func asyncShortcut(of signature: Signature, name: ServiceName?, mayStore: Bool) -> AsyncShortcut? {
        let context = TaskContext.current
        guard context?.frame == nil else { return nil }
        let record = ThreadLocal.record(under: threadKey)
        guard !record.isOccupied else { return nil }
        record.beginReading()
        guard let entry = nearest(signature: signature, name: name) else {
            record.endReading()
            return nil
        }
        guard entry.use({ $0.plan.load(ordering: .relaxed) }) != .await else {
            let entry = entry.retained()
            record.endReading()
            return .await(entry, in: context)
        }
        return step(by: shortcut(to: entry, on: record), to: entry, on: record, mayStore: mayStore)
            .map {
                .now($0, record)
            }
    }

    /// Begins a shortcut, as far as it suspends for nothing; ends the read, unless a ``Lookup`` with it would not.
    private func step(
        by shortcut: Shortcut?,
        to entry: Borrowed<RegistryEntry>,
        on record: ThreadRecord,
        mayStore: Bool
    ) -> AsyncShortcut.Step? {
        // The target of an alias may be async, so an alias has an async factory.
        let isSynchronous = entry.use { $0.asyncFactory == nil }
        switch shortcut {
        case .ready(let word):
            return .shortcut(.ready(word))
        case .keep, .indirect(.marked):
            return beginKeeping(entry, record, at: nil).map { .kept(entry, $0) }
        case .graph where isSynchronous:
            return record.enterGraphBuild(of: entry, in: self, mayStore: mayStore).map { .graph(entry, place: $0) }
        case .call where isSynchronous, .complete where isSynchronous:
            enterFrameOrEndReading(for: shortcut, on: record)
            return shortcut.map { .shortcut($0) }
        case .call, .complete, .graph, .indirect, nil:
            record.endReading()
            return nil
        }
    }

    /// The instance at the end of a shortcut, as ``instance(by:_:_:_:_:)`` gives it.
    ///
    /// Not inlined, so that requests which are awaited need no memory for it.
    @inline(never)
    func instanceNow<Service>(
        by step: AsyncShortcut.Step,
        _ record: ThreadRecord,
        _ name: ServiceName?,
        _ site: StaticCallSite
    ) throws(ResolutionError) -> Service {
        switch step {
        case .shortcut(let shortcut):
            try instance(by: shortcut, record, name, NoArguments(), site)
        case .graph(let entry, let place):
            try graphInstance(at: place, entry.use { $0.factory.borrowed }, record, NoArguments(), site)
        case .kept(_, .ready(let box)):
            box.value(as: Service.self)
        case .kept(let entry, .call(let build)):
            try builtInstance(of: entry, by: build, record, site)
        }
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
