internal import Synchronization

/// The short ways of an async request, which start no task and take no slot.
enum AsyncShortcut {
    /// Take the instance without suspending, as after a ``Lookup``.
    case now(Shortcut, ThreadRecord)
    /// Await the factory, in a frame inside a context.
    case await(RegistryEntry, in: TaskContext?)
}

extension Container {
    /// The short way of an async request without arguments; `nil` if the request has to take the slow path.
    ///
    /// In an async factory, the slow path notes the dependencies of the instance that is being built. Inside the frames
    /// of a synchronous one, it suspends first.
    func asyncShortcut(of signature: Signature, name: ServiceName?) -> AsyncShortcut? {
        let context = TaskContext.current
        guard context?.frame == nil else { return nil }
        let record = ThreadLocal.record(under: threadKey)
        guard !record.isOccupied else { return nil }
        record.beginReading()
        if let entry = nearest(signature: signature, name: name) {
            if entry.use({ $0.plan.load(ordering: .relaxed) }) == .await {
                let entry = entry.retained()
                record.endReading()
                return .await(entry, in: context)
            }
            if let shortcut = shortcut(to: entry, on: record), !shortcut.mayLeadToAsyncFactory {
                enterFrameOrEndReading(for: shortcut, on: record)
                return .now(shortcut, record)
            }
        }
        record.endReading()
        return nil
    }

    /// The instance at the end of a shortcut, as ``instance(by:_:_:_:_:)`` gives it.
    ///
    /// Not inlined, so that requests which are awaited need no memory for it.
    @inline(never)
    func instanceNow<Service>(
        _ shortcut: Shortcut,
        _ record: ThreadRecord,
        _ name: ServiceName?,
        _ site: StaticCallSite
    ) throws(ResolutionError) -> Service {
        try instance(by: shortcut, record, name, NoArguments(), site)
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

extension Shortcut {
    /// Whether an async request has to take another way, because it may have to await a factory.
    ///
    /// The target of an alias may be async, so an alias has an async factory.
    fileprivate var mayLeadToAsyncFactory: Bool {
        switch self {
        case .ready: false
        case .call(let entry), .complete(let entry): entry.use { $0.asyncFactory != nil }
        case .graph, .keep, .indirect: true
        }
    }
}
