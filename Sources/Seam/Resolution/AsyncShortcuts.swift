internal import Synchronization

/// The shortcuts of asynchronous requests, which start no task and take no slot. Below them stands what surrounds every
/// asynchronous request: the frame of its factory, and the outermost request.
extension Container {
    /// The instance for a key of an async request, if it is ready, or if a synchronous factory makes it; a shortcut
    /// never suspends.
    func instanceWithoutSuspension<Service>(
        _ name: ServiceName?,
        _ site: StaticCallSite
    ) throws(ResolutionError) -> Service? {
        // In an async factory, the slow path notes the dependencies of the instance that is being built.
        guard TaskContext.current?.frame == nil else { return nil }
        let sight = sight(of: NoArguments.signature(of: Service.self), name: name)
        switch sight.shortcut {
        case .ready(let word):
            defer { sight.record.endReading() }
            return copyOfBoxedValue(at: word)
        // An alias is asked for asynchronously, since its target may be async.
        case .call(let entry) where entry.use { $0.asyncFactory == nil }:
            return try take(.call(entry), sight.record, name, NoArguments(), site)
        case .long(.complete(let entry)) where entry.use { $0.asyncFactory == nil }:
            return try completedInstance(entry, sight.record, NoArguments(), site)
        case .call, .long:
            sight.record.endReading()
            return nil
        case nil:
            return nil
        }
    }

    /// The instance for a key of an outermost request, if an async factory makes it, and nothing keeps, decorates or
    /// hooks it; `nil` if the request has to take the slow path.
    @inline(__always)
    func awaitedInstance<Service>(_ name: ServiceName?, _ site: StaticCallSite) async throws -> Service? {
        guard let entry = awaitedEntry(of: NoArguments.signature(of: Service.self), name: name),
            let factory = entry.asyncFactory
        else { return nil }
        return try await withinOneRequest { resolution in
            let content = TaskFrame.Content(
                entry: entry,
                container: self,
                arguments: nil,
                outer: nil,
                waiter: Waiter(),
                dependencies: nil,
                shared: resolution
            )
            return try await TaskFrame.during(content, site: site) {
                // The key proves the types, as in a synchronous request.
                try await factory.typed(as: AsyncFactory<Service>.self).call(Resolver(self)) as Service
            }
        }
    }

    /// The registration of an async factory that a request only awaits.
    private func awaitedEntry(of signature: Signature, name: ServiceName?) -> RegistryEntry? {
        let record = ThreadLocal.record(under: threadKey)
        // Inside another frame, the request may be part of a circle, or a dependency of a kept instance.
        guard record.top == record.bottom, TaskContext.current?.frame == nil else { return nil }
        record.beginReading()
        defer { record.endReading() }
        guard let entry = nearest(signature: signature, name: name),
            entry.use({ $0.shortcut.load(ordering: .relaxed) }) == .await
        else { return nil }
        return entry.retained()
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
        return try await frame.inherited(site: site, isolation: isolation, during: body)
    }

    /// Not inlined, so that this side has one reference to the frame when it returns.
    @inline(never)
    private func inherited<Result>(
        site: StaticCallSite,
        isolation: isolated (any Actor)?,
        during body: () async throws -> Result
    ) async throws -> Result {
        try await TaskContext(bound: nil, frame: self)
            .inherited(isolation: isolation) {
                do {
                    return try await body()
                } catch let error as CancellationError {
                    throw error
                } catch {
                    throw Failure.failed(error, site: site)
                }
            }
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
        let result: Result
        do {
            result = try await body(resolution)
        } catch {
            _ = await resolution.endAnywhere(isFailed: true)
            throw error
        }
        guard !resolution.closeIfIdle() else { return result }
        if let failure = await resolution.endAnywhere(isFailed: false) { throw failure }
        return result
    }
}
