internal import Synchronization

/// The short ways of an async request, which start no task.
enum AsyncShortcut {
    /// Take a ready instance, or call a factory, without suspending, as after a ``Lookup``.
    case now(Shortcut, ThreadRecord)
    /// Take the instance, or call the factory of a build that has begun, without suspending.
    ///
    /// Indirect, as the next one, so that other requests need no memory for it.
    indirect case kept(Keeping, Borrowed<RegistryEntry>, ThreadRecord)
    /// Call the factory, whose frame was entered, for the place in the store, without suspending.
    indirect case graph(place: Int, Borrowed<RegistryEntry>, ThreadRecord)
    /// Await the factory, in a frame with that content.
    case await(TaskFrame.Content)
}

extension Container {
    /// The short way of an async request; `nil` if the request has to take the slow path.
    ///
    /// A request inside the frames of a synchronous factory takes the slow path, which suspends first.
    ///
    /// - Throws: Nothing; the closures of other callers of `withAddress` may throw.
    func asyncShortcut<Service, Arguments: ArgumentList>(
        to type: Service.Type,
        name: ServiceName?,
        _ arguments: Arguments
    ) throws(ResolutionError) -> AsyncShortcut? {
        let record = ThreadLocal.record(under: threadKey)
        guard !record.isOccupied, record.mayTakeShortcut else { return nil }
        record.beginReading()
        guard let entry = nearest(signature: Arguments.signature(of: type), name: name) else {
            record.endReading()
            return nil
        }
        guard !entry.use(\.isOnlyAwaited) else {
            let entry = entry.retained()
            record.endReading()
            return content(of: entry, arguments.box, hash: arguments.hash ?? 0).map { .await($0) }
        }
        let shortcut = shortcut(to: entry, on: record)
        let isSynchronous = entry.use { $0.asyncFactory == nil }
        switch shortcut {
        case .ready(let word): return .now(.ready(word), record)
        case .indirect(.noted(let entry)):
            return notedInstance(of: entry, record)?.lastingBox.map { .kept(.ready($0), entry, record) }
        case .keep, .indirect(.keyed), .indirect(.lookUpAgain), .indirect(.marked):
            return try arguments.withAddress { address throws(ResolutionError) in
                beginKeeping(entry, record, at: address).map { .kept($0, entry, record) }
            }
        case .graph where isSynchronous:
            return record.enterGraphBuild(of: entry, in: self, mayStore: ValueStore.fits(type))
                .map { .graph(place: $0, entry, record) }
        case .call where isSynchronous, .complete where isSynchronous:
            enterFrameOrEndReading(for: shortcut, on: record)
            return shortcut.map { .now($0, record) }
        case .call, .complete, .graph, .indirect(.derived), nil: break
        }
        record.endReading()
        return nil
    }

    /// The instance that is ready, or that nothing keeps.
    ///
    /// Not inlined, as the next ones, so that requests which are awaited need no memory for it.
    @inline(never)
    func instanceNow<Service>(
        _ shortcut: Shortcut,
        _ record: ThreadRecord,
        _ arguments: some ArgumentList,
        _ site: StaticCallSite
    ) throws(ResolutionError) -> Service {
        switch shortcut {
        case .ready(let word): readyInstance(at: word, record)
        case .call(let entry): try calledInstance(entry.factory, record, arguments, site)
        case .complete(let entry): try completedInstance(entry, record, arguments, site)
        case .graph, .keep, .indirect: preconditionFailure("These have cases of their own.")
        }
    }

    /// The instance that this container keeps.
    @inline(never)
    func instanceNow<Service>(
        _ keeping: Keeping,
        _ entry: Borrowed<RegistryEntry>,
        _ record: ThreadRecord,
        _ arguments: some ArgumentList,
        _ site: StaticCallSite
    ) throws(ResolutionError) -> Service {
        switch keeping {
        case .ready(let box): box.value(as: Service.self)
        case .call(let build): try builtInstance(of: entry, by: build, record, arguments, site)
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
        try graphInstance(at: place, entry.factory, record, NoArguments(), site)
    }
}

// MARK: - Async factories

extension RegistryEntry {
    /// Whether an async request needs nothing but the async factory: nothing keeps, decorates or hooks the instance.
    ///
    /// The target of an alias may be async, so an alias has such a factory beside its synchronous one.
    fileprivate var isOnlyAwaited: Bool {
        switch plan.load(ordering: .relaxed) {
        case .await: true
        case .call: asyncFactory != nil
        default: false
        }
    }
}

extension Container {
    /// The content of the frame that an async factory is awaited in; `nil` if the factory may be under way for this
    /// request already: the slow path compares the paths.
    private func content(
        of entry: RegistryEntry,
        _ arguments: @autoclosure () -> ValueBox?,
        hash: Int
    ) -> TaskFrame.Content? {
        let context = TaskContext.current
        guard let frame = context.frame, let outer = frame.content else {
            return TaskFrame.Content(
                entry: entry,
                container: self,
                arguments: arguments(),
                argumentHash: hash,
                context: context
            )
        }
        let resolution = outer.resolution
        guard !resolution.mayAwait(entry, argumentHash: hash) else { return nil }
        return TaskFrame.Content(
            entry: entry,
            container: self,
            arguments: arguments(),
            argumentHash: hash,
            outer: frame,
            waiter: frame.waiter,
            dependencies: outer.dependencies,
            resolutionObject: resolution,
            context: context
        )
    }

    /// The instance that an async factory makes, and that nothing keeps, decorates or hooks.
    func awaitedInstance<Service>(in content: TaskFrame.Content, _ site: StaticCallSite) async throws -> Service {
        guard let factory = content.entry.asyncFactory else { preconditionFailure("Only async factories are awaited.") }
        // As `Resolution.withinOneRequest` does, whose closure would cost as much as making an object.
        do {
            let instance = try await TaskFrame.during(content, site: site) {
                try await factory.call(Resolver(self), content.entry.arguments, content.arguments) as Service
            }
            if content.makesResolution, let resolution = content.endRequest(isFailed: false) {
                try await resolution.endOutermost()
            }
            return instance
        } catch {
            guard content.makesResolution, let resolution = content.endRequest(isFailed: true) else { throw error }
            throw await resolution.endOutermost(after: error)
        }
    }
}
