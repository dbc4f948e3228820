internal import Synchronization

/// The short ways of an async request, which start no task and take no slot.
///
/// Below them stands what surrounds every async request: the frame of its factory, and the outermost request.
enum AsyncShortcut {
    /// Take the instance without suspending; a read has begun, which the caller ends.
    case now(Shortcut, ThreadRecord)
    /// Await the factory, in a frame inside a context.
    case await(RegistryEntry, in: TaskContext?)
}

extension Container {
    /// The short way of an async request without arguments; `nil` if the request has to take the slow path.
    ///
    /// In an async factory, the slow path notes the dependencies of the instance that is being built.
    func asyncShortcut(of signature: Signature, name: ServiceName?) -> AsyncShortcut? {
        let context = TaskContext.current
        guard context?.frame == nil else { return nil }
        let record = ThreadLocal.record(under: threadKey)
        record.beginReading()
        if let entry = nearest(signature: signature, name: name) {
            if entry.use({ $0.shortcut.load(ordering: .relaxed) }) == .await {
                let entry = entry.retained()
                record.endReading()
                // Inside another frame, the request may be part of a circle, or a dependency of a kept instance.
                return record.top == record.bottom && record.shared == nil ? .await(entry, in: context) : nil
            }
            if let shortcut = shortcut(to: entry, on: record), !shortcut.mayLeadToAsyncFactory {
                return .now(shortcut, record)
            }
        }
        record.endReading()
        return nil
    }

    /// The instance at the end of a shortcut; ends the read.
    ///
    /// Not inlined, so that requests which are awaited need no memory for it.
    @inline(never)
    func instanceNow<Service>(
        _ shortcut: Shortcut,
        _ record: ThreadRecord,
        _ name: ServiceName?,
        _ site: StaticCallSite
    ) throws(ResolutionError) -> Service {
        try take(shortcut, record, name, NoArguments(), site)
    }

    /// The instance of an outermost request that an async factory makes, and that nothing keeps, decorates or hooks.
    func awaitedInstance<Service>(
        of entry: RegistryEntry,
        in context: TaskContext?,
        _ site: StaticCallSite
    ) async throws -> Service {
        guard let factory = entry.asyncFactory else { preconditionFailure("Only async factories are awaited.") }
        let resolution = Resolution()
        let content = TaskFrame.Content(
            entry: entry,
            container: self,
            arguments: nil,
            outer: nil,
            waiter: Waiter(),
            dependencies: nil,
            shared: resolution,
            context: context
        )
        do {
            let instance = try await TaskFrame.during(content, site: site) {
                // The key proves the types, as in a synchronous request.
                try await factory.typed(as: PlainAsyncFactory<Service>.self).call(Resolver(self)) as Service
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
        case .call(let entry), .long(.complete(let entry)): entry.use { $0.asyncFactory != nil }
        case .long: true
        }
    }
}

extension TaskFrame {
    /// Awaits `body` in a frame of its own, which ends with it.
    ///
    /// - Throws: The failure with the path of the frame, and `CancellationError` as it is.
    @inline(__always)
    static func during<Result>(
        _ content: Content,
        site: StaticCallSite,
        isolation: isolated (any Actor)? = #isolation,
        _ body: () async throws -> Result
    ) async throws -> Result {
        var frame = TaskFrame(content)
        defer { TaskFrame.finish(&frame) }
        // The contexts are temporary, so that in the end this side has the one reference to the frame.
        do {
            return try await TaskContext(bound: nil, frame: frame).inherited(isolation: isolation, during: body)
        } catch {
            guard !(error is CancellationError) else { throw error }
            // The path of the failure begins with that of the frame.
            throw TaskContext(bound: nil, frame: frame).inherited { Failure.failed(error, site: site) }
        }
    }
}

extension Activation {
    /// The content of a frame for the factory of this request.
    func content(
        _ box: ValueBox?,
        outer: TaskFrame?,
        waiter: Waiter,
        in resolution: Resolution
    ) -> TaskFrame.Content {
        TaskFrame.Content(
            entry: target.entry,
            container: builder,
            arguments: box,
            outer: outer,
            waiter: waiter,
            dependencies: dependencies,
            report: report,
            shared: resolution
        )
    }
}

extension Container {
    /// Runs `body` with the resolution of the outermost request; with a new one, if there is none.
    @inline(__always)
    func withinOneRequest<Result>(
        _ body: (Resolution) async throws -> Result
    ) async throws -> Result {
        if let outer = Stack().currentResolution { return try await body(outer) }
        let resolution = Resolution()
        do {
            let result = try await body(resolution)
            try await resolution.endOutermost()
            return result
        } catch {
            throw await resolution.endOutermost(after: error)
        }
    }
}

extension Resolution {
    /// Ends an async outermost request that has succeeded; throws the first failure of a hook.
    fileprivate func endOutermost() async throws {
        guard !closeIfIdle() else { return }
        if let failure = await endAnywhere(isFailed: false) { throw failure }
    }

    /// Ends an async outermost request that has failed, unless it has ended: then a hook has failed.
    ///
    /// - Returns: The failure.
    fileprivate func endOutermost(after failure: any Error) async -> any Error {
        if !isClosed { _ = await endAnywhere(isFailed: true) }
        return failure
    }
}
