extension Resolving {
    /// The service, whether its factory is synchronous, async or bound to the main actor.
    ///
    /// A kept service has one build at a time: other tasks and threads wait for it. Its failure reaches all that wait
    /// and is not kept. The cancellation of a waiting task ends its wait, even one for the main actor, and neither the
    /// build nor the other waits. A task suspends and never blocks its thread. May be called from any task.
    ///
    /// - Throws: ``ResolutionError`` with the whole path; `CancellationError` if the calling task is cancelled while it
    ///   waits, or if an async factory that runs in it throws one then.
    /// - Complexity: O(1) on average for each container that is searched, and the time of the factory.
    public func resolveAsync<Service>(
        _ type: Service.Type = Service.self,
        name: ServiceName? = nil,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) async throws -> sending Service {
        try await container.instanceAsync(
            of: type,
            name: name,
            arguments: NoArguments(),
            site: StaticCallSite(fileID: fileID, line: line)
        )
    }

    /// The service built with the given arguments, whether its factory is synchronous, async or on the main actor.
    ///
    /// May be called from any task.
    ///
    /// - Throws: The errors of the form without arguments; ``ResolutionError/Code/argumentMismatch`` if the service is
    ///   registered only with other arguments, or if several registrations accept these.
    /// - Complexity: O(1) on average for each searched container, and the time of the factory, if a registration
    ///   has exactly these types.
    public func resolveAsync<Service, each Argument>(
        _ type: Service.Type = Service.self,
        name: ServiceName? = nil,
        arguments: repeat each Argument,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) async throws -> Service {
        guard !ArgumentPack<repeat each Argument>.isEmpty else {
            return try await resolveAsync(type, name: name, fileID: fileID, line: line)
        }
        return try await container.instanceAsync(
            of: type,
            name: name,
            arguments: ArgumentPack(repeat each arguments),
            site: StaticCallSite(fileID: fileID, line: line)
        )
    }
}

// MARK: - The edge

/// Asynchronous requests: they take the same steps as synchronous ones, and suspend instead of blocking.
///
/// A synchronous factory is called as in a synchronous request. An async factory has a ``TaskFrame`` in the task-local
/// instead of a frame, since it has no thread of its own.
extension Container {
    /// The instance for a key, from a factory of any kind.
    // Inlined: an async call costs nearly as much as making an object.
    @inline(__always)
    func instanceAsync<Service, Arguments: ArgumentList>(
        of type: Service.Type,
        name: ServiceName?,
        arguments: Arguments,
        site: StaticCallSite
    ) async throws -> Service {
        switch try asyncShortcut(to: type, name: name, arguments) {
        case .kept(let keeping, let entry, let record): return try instanceNow(keeping, entry, record, arguments, site)
        case .graph(let place, let entry, let record): return try instanceNow(at: place, entry, record, site)
        case .now(let shortcut, let record):
            do throws(ResolutionError) {
                return try instanceNow(shortcut, record, arguments, site)
            } catch {
                // The service itself has got a part of the main actor since: the slow path builds it there.
                guard error.code == .requiresMainActor, error.isOfRequestUnderWay else { throw error }
            }
        case .await(let content): return try await awaitedInstance(in: content, site)
        case nil: break
        }
        let request = Request(type, name: name, in: self, Arguments.self, site: site).with(arguments: arguments.box)
        return try await requiredAnswer(request).value(as: Service.self)
    }

    private func requiredAnswer(_ request: Request) async throws -> ValueBox {
        let instance = try await Resolution.withinOneRequest { try await self.answer(request, in: $0) }
        guard let instance else { throw request.reportMiss(Failure.unknown(request)) }
        return instance
    }

    /// The instance for a request; `nil` if its key is unknown.
    func answer(_ request: Request, in resolution: Resolution) async throws -> ValueBox? {
        for container in chain { try await container.prepareForUse() }
        if let activation = try request.activation() { return try await activation.instance(in: resolution) }
        if let (found, converted) = try await request.compatibleAnywhere() {
            let compatible = request.with(arguments: converted)
            return try await compatible.activation(of: found).instance(in: resolution)
        }
        return try await (request.type as? any DerivedService.Type)?.deriveAsync(request, in: resolution)
    }
}

// MARK: - The attempts

extension Activation {
    /// The instance; suspends the task while another one builds.
    ///
    /// A failed build fails the requests that wait for it. If it failed because of its own request, and not because of
    /// the service, they try again.
    func instance(in resolution: Resolution) async throws -> ValueBox {
        var alias: (ValueBox, needsMainActor: Bool)?
        defer { withExtendedLifetime(alias) {} }
        while true {
            let needsMainActor = needsMainActor || alias?.needsMainActor == true
            let mayBuild = alias != nil || !isSynchronousAlias
            switch try await attempt(mayBuild: mayBuild, needsMainActor: needsMainActor, in: resolution) {
            case .use(let instance): return instance
            case .renewed(let activation): return try await activation.instance(in: resolution)
            case .missing: alias = try await prepareAlias(in: resolution)
            case .wait(let build):
                if let instance = try await instance(of: build, in: resolution) { return instance }
            case .call:
                guard let build else { return try await madeInFrame(in: resolution) }
                let start = { self.startBuild(in: resolution) }
                if let instance = try await instance(of: build, in: resolution, start: start) { return instance }
            }
        }
    }

    /// Waits for a build, and ends the request with its outcome.
    ///
    /// - Parameter start: Starts the build, if it is that of this request.
    /// - Returns: The instance; `nil` if the request has to try again.
    private func instance(
        of build: Build,
        in resolution: Resolution,
        start: (() -> Void)? = nil
    ) async throws -> ValueBox? {
        // The path from before the wait: the task may be on another thread afterwards.
        let (path, waiter, isOwn) = (path, Waiter.current, start != nil)
        let outcome: WaitGraph.Outcome
        do {
            outcome = try await WaitGraph.wait(for: build, by: waiter, path: path) { start?() }
        } catch {
            throw reportFailure(after: error, isLeft: isOwn)
        }
        switch outcome {
        case .instance(let instance):
            noteDependency(build.dependencies)
            report?.ended(isOwn ? .built(instance) : .reused(instance))
            return instance
        case .unfinished(let instance):
            WaitGraph.notePrerequisite(build, of: waiter)
            noteDependency(build.dependencies)
            if isOwn { report?.leave() } else { report?.ended(.reused(instance)) }
            return instance
        case .missed: return nil
        case .circular(let around):
            throw reportFailure(Failure.circular(path: path + around, site: site), isLeft: isOwn)
        case .failed(let error):
            if !isOwn {
                resolution.noteSharedFailure()
                if error.isOfRequest(for: build, not: waiter) { return nil }
            }
            let isOfService = error.path.first == target.entry.key
            throw reportFailure(isOfService ? error.prefixed(by: path.dropLast()) : error)
        }
    }

    /// Reports that something which the request has awaited has thrown.
    ///
    /// - Returns: The error to throw: a cancellation as it is.
    func reportFailure(after error: any Error, isLeft: Bool = false) -> any Error {
        let failure = reportFailure(Failure.failed(error, site: site), isLeft: isLeft)
        return error.isCancellation ? error : failure
    }

    /// Advances the request as far as possible without waiting; on the main actor, if its factory runs there.
    ///
    /// An instance that is ready is taken without the main actor, which may be waiting for this request.
    ///
    /// - Parameter mayBuild: Whether the factory may be called now.
    private func attempt(
        mayBuild: Bool,
        needsMainActor: Bool,
        in resolution: Resolution
    ) async throws -> Step {
        guard needsMainActor, asyncFactory == nil, !MainActorCheck.isOnMainActor else {
            return try attemptHere(mayBuild: mayBuild, in: resolution)
        }
        let ready = try attemptHere(mayBuild: false, in: resolution)
        guard mayBuild, case .missing = ready else { return ready }
        do {
            try await awaitMainActorForRequest()
        } catch {
            throw reportFailure(after: error)
        }
        return try await onMainActor { () throws(ResolutionError) in
            try self.attemptHere(mayBuild: true, in: resolution)
        }
    }

    private func attemptHere(mayBuild: Bool, in resolution: Resolution) throws(ResolutionError) -> Step {
        let record = ThreadLocal.record
        return try record.with(resolution) { () throws(ResolutionError) -> Step in
            let step: Step
            do throws(ResolutionError) {
                if mayBuild, isSynchronousAlias, let renewed = try renewedWithOtherTarget() { return .renewed(renewed) }
                step = try advance(mayBuild: mayBuild, byTask: asyncFactory != nil)
            } catch {
                throw reportFailure(error)
            }
            if case .use(let instance) = step { report?.ended(.reused(instance)) }
            guard case .call = step, asyncFactory == nil else { return step }
            record.nesting += 1
            return .use(try instanceOfFactory(at: arguments))
        }
    }
}

extension ResolutionError {
    /// Whether a build failed because of the request that began it, and not because of the service.
    ///
    /// A thread builds where it is asked: another request may be on the main actor, may await, may have more stack
    /// left, or may not be cancelled.
    fileprivate func isOfRequest(for build: Build, not waiter: Waiter) -> Bool {
        switch code {
        case .requiresAsync, .requiresMainActor, .tooDeep: return !build.isOfTask
        case .factoryFailed: return !build.isOfTask && underlying is CancellationError
        case .circularDependency: return !WaitGraph.isBuilding(waiter, oneOf: path)
        default: return false
        }
    }
}
