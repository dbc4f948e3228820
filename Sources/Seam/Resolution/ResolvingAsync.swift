extension Resolving {
    /// The service, whether its factory is synchronous, async or bound to the main actor.
    ///
    /// A kept service has one build at a time: other tasks and threads wait for it. Its failure reaches all of them and
    /// is not kept. The cancellation of a waiting task ends its wait, and neither the build nor the other waits. A task
    /// suspends and never blocks its thread.
    ///
    /// - Throws: ``ResolutionError`` with the whole path; `CancellationError` if the calling task is cancelled while it
    ///   waits.
    /// - Complexity: O(1) on average, and the time of the factory. May be called from any task.
    public func resolveAsync<Service>(
        _ type: Service.Type = Service.self,
        name: ServiceName? = nil,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) async throws -> Service {
        try await container.instanceAsync(of: type, name: name, site: StaticCallSite(fileID: fileID, line: line))
    }

    /// The service built with the given arguments, whether its factory is synchronous, async or on the main actor.
    ///
    /// - Throws: The errors of the form without arguments; ``ResolutionError/Code/argumentMismatch`` if no registration
    ///   takes these arguments.
    /// - Complexity: O(1) on average if a registration has exactly these types, and the time of the factory.
    public func resolveAsync<Service, each Argument>(
        _ type: Service.Type = Service.self,
        name: ServiceName? = nil,
        arguments: repeat each Argument,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) async throws -> Service {
        try await container.instanceAsync(
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
    /// The instance for a key without arguments, from a factory of any kind.
    // Inlined: an async call costs nearly as much as making an object.
    @inline(__always)
    func instanceAsync<Service>(of type: Service.Type, name: ServiceName?, site: StaticCallSite) async throws -> Service
    {
        switch asyncShortcut(of: NoArguments.signature(of: type), name: name) {
        case .now(let shortcut, let record): return try instanceNow(shortcut, record, name, site)
        case .await(let entry, let context): return try await awaitedInstance(of: entry, in: context, site)
        case nil: break
        }
        let request = Request(type, name: name, in: self, NoArguments.self, site: site)
        return try await requiredAnswer(request, nil).value(as: Service.self)
    }

    /// The instance for a key with arguments, from a factory of any kind.
    func instanceAsync<Service, each Argument>(
        of type: Service.Type,
        name: ServiceName?,
        arguments: ArgumentPack<repeat each Argument>,
        site: StaticCallSite
    ) async throws -> Service {
        let list = ArgumentPack<repeat each Argument>.self
        guard !list.isEmpty else { return try await instanceAsync(of: type, name: name, site: site) }
        let box = ValueBox(arguments)
        let request = Request(type, name: name, in: self, list, at: ArgumentAddress(box), site: site)
        return try await requiredAnswer(request, box).value(as: Service.self)
    }

    private func requiredAnswer(_ request: Request, _ box: ValueBox?) async throws -> ValueBox {
        let instance = try await withinOneRequest { try await self.answer(request, box, in: $0) }
        guard let instance else { throw reported(Failure.unknown(request), of: request) }
        return instance
    }

    /// The instance for a request; `nil` if its key is unknown.
    ///
    /// - Parameter box: The arguments.
    func answer(_ request: Request, _ box: ValueBox?, in resolution: Resolution) async throws -> ValueBox? {
        for container in chain { try await container.prepareForUse() }
        if let activation = try request.activation() { return try await activation.instance(box, in: resolution) }
        if let derived = request.type as? any AsyncDerivedService.Type {
            return try await derived.deriveAsync(request, box, in: resolution)
        }
        if let derived = request.type as? any DerivedService.Type, let instance = try derived.box(for: request) {
            return instance
        }
        guard let (found, converted) = try await request.compatibleAnywhere() else { return nil }
        var compatible = request
        compatible.arguments = ArgumentAddress(converted)
        return try await Activation(of: compatible, found: found).instance(converted, in: resolution)
    }
}

// MARK: - The attempts

extension Activation {
    /// The end of one attempt.
    private enum Progress {
        case done(ValueBox)
        /// Another request builds the instance.
        case wait(Build)
        /// The factory has to be awaited.
        case start
        /// The request was made anew.
        case renewed(Activation)
    }

    /// The instance; suspends the task while another one builds.
    ///
    /// A failed build fails the requests that wait for it. If it failed because of its own request, and not because of
    /// the service, they try again.
    func instance(_ box: ValueBox?, in resolution: Resolution) async throws -> ValueBox {
        let alias = try await prepareAlias(box, in: resolution)
        defer { withExtendedLifetime(alias) {} }
        while true {
            let awaited: Build
            var isOwn = false
            switch try await attempt(needsMainActor: needsMainActor || alias?.needsMainActor == true, in: resolution) {
            case .done(let instance): return instance
            case .wait(let build): awaited = build
            case .renewed(let activation): return try await activation.instance(box, in: resolution)
            case .start:
                guard let build else { return try await madeInFrame(box, in: resolution) }
                startBuild(box, in: resolution)
                (awaited, isOwn) = (build, true)
            }
            let (path, waiter) = (path, Waiter.current)
            switch try await wait(for: awaited, by: waiter, path: path, isOwn: isOwn) {
            case .instance(let instance):
                if !isOwn { report?.ended(.reused(instance)) }
                return instance
            case .unfinished(let instance):
                WaitGraph.notePrerequisite(awaited, of: waiter)
                if !isOwn { report?.ended(.reused(instance)) }
                return instance
            case .circular(let around):
                throw reported(Failure.circular(path: path + around, site: site), isOwn: isOwn)
            case .failed(let error):
                guard !isOwn, error.isOfItsOwnRequest(not: waiter) else {
                    let isOfService = error.path.first == target.entry.key
                    throw reported(isOfService ? error.prefixed(by: path.dropLast()) : error, isOwn: isOwn)
                }
            }
        }
    }

    /// Waits for a build; reports the cancellation of the wait, unless the build goes on for this request.
    private func wait(
        for build: Build,
        by waiter: Waiter,
        path: [ServiceKey],
        isOwn: Bool
    ) async throws -> WaitGraph.Outcome {
        do {
            return try await WaitGraph.wait(for: build, by: waiter, path: path)
        } catch {
            _ = reported(Failure.failed(error, site: site), isOwn: isOwn)
            throw error
        }
    }

    /// Advances the request as far as possible without waiting; on the main actor, if its factory runs there.
    private func attempt(needsMainActor: Bool, in resolution: Resolution) async throws -> Progress {
        guard needsMainActor, asyncFactory == nil, !MainActorCheck.isOnMainActor else {
            return try attemptHere(in: resolution)
        }
        return try await onMainActor { () throws(ResolutionError) in try self.attemptHere(in: resolution) }
    }

    private func attemptHere(in resolution: Resolution) throws(ResolutionError) -> Progress {
        let record = ThreadLocal.record
        return try record.with(resolution) { () throws(ResolutionError) -> Progress in
            let step: Step?
            do throws(ResolutionError) { step = try next() } catch { throw reported(error) }
            switch step {
            case .use(let instance):
                report?.ended(.reused(instance))
                return .done(instance)
            case .wait(let build): return .wait(build)
            case .renewed(let activation): return .renewed(activation)
            case .call, nil: break
            }
            guard asyncFactory == nil else { return .start }
            record.depth += 1
            let address = arguments
            func call<Service>(_: Service.Type) throws(ResolutionError) -> ValueBox {
                // The frame outlives the call, and so does the box of the request, which holds the arguments.
                func call<List: ArgumentList>(_: List.Type) throws(ResolutionError) -> Service {
                    try List(at: address)
                        .call(factory, resolver, in: { _ in enterFrame(arguments: address) }, fail: fail)
                }
                let list: any ArgumentList.Type = target.entry.arguments
                var instance = try call(list)
                try succeed(&instance, at: address)
                return ValueBox(instance)
            }
            return .done(try _openExistential(target.entry.type, do: call))
        }
    }
}

// MARK: - Async factories

extension Activation {
    /// Builds a kept instance in a task of its own, which the cancellation of a waiter does not reach.
    ///
    /// The task is part of no other build: the requests that need its instance wait for it in the ``WaitGraph``.
    private func startBuild(_ box: ValueBox?, in resolution: Resolution) {
        // The task has the only copy that builds: this side waits for the build from here on.
        let own = UncheckedSendable(value: Activation(continuing: self))
        Task(executorPreference: ThreadLocal.record.supervisor?.executor) {
            let activation = own.value
            let waiter = Waiter(build: activation.build)
            var frame = TaskFrame(activation.content(box, outer: nil, waiter: waiter, in: resolution))
            await TaskContext(bound: nil, frame: frame)
                .inherited(isolation: #isolation) {
                    do {
                        _ = try await activation.made(box)
                    } catch {
                        let failure = error as? ResolutionError ?? Failure.failed(error, site: activation.site)
                        activation.abandon(failure, below: 0)
                    }
                }
            TaskFrame.finish(&frame)
        }
    }

    /// Awaits the factory of an instance that is not kept, in a frame in the task of the request.
    private func madeInFrame(_ box: ValueBox?, in resolution: Resolution) async throws -> ValueBox {
        let content = content(box, outer: Stack().outerTask, waiter: .current, in: resolution)
        return try await TaskFrame.during(content, site: site) { try await self.made(box) }
    }

    /// Awaits the factory, and completes and keeps the instance.
    private func made(_ box: ValueBox?) async throws -> ValueBox {
        let entry = target.entry
        guard let factory = asyncFactory else { preconditionFailure("Only async factories are awaited.") }
        func make<Service>(_: Service.Type) async throws -> ValueBox {
            func call<List: ArgumentList>(_: List.Type) async throws -> Service {
                try await List(at: box.map { ArgumentAddress($0) }).callAsync(factory, resolver)
            }
            let list: any ArgumentList.Type = entry.arguments
            var instance = try await call(list)
            let completed: ValueBox?
            if needsMainActor {
                (instance, completed) = try await onMainActor { [instance] in
                    var instance = instance
                    let box = try self.completeAwaited(&instance)
                    return (instance, box)
                }
            } else {
                completed = try completeAwaited(&instance)
            }
            let isKept = build != nil
            try keep(completed, as: Service.self)
            // No request waits for the task of a kept instance any more.
            let waiter = isKept ? Waiter() : .current
            if lateHooks != nil, needsMainActor {
                await onMainActor { self.runLateHooks(for: waiter) }
            } else {
                runLateHooks(for: waiter)
            }
            let made = completed ?? ValueBox(instance)
            report?.ended(.built(made))
            return made
        }
        let type: any Any.Type = entry.type
        do {
            return try await make(type)
        } catch {
            let failure = Failure.failed(error, site: site)
            report?.ended(.failed(failure))
            if error is CancellationError { throw error }
            throw failure
        }
    }
}
