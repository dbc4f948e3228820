/// The parts that stand around an async factory: its frame, and the build of a kept instance.
extension TaskFrame {
    /// Awaits `body` in a frame of its own, which ends with it.
    ///
    /// - Throws: The failure with the path of the frame, and `CancellationError` as it is.
    @inline(__always)
    static func during<Result>(
        _ content: Content,
        site: StaticCallSite,
        _ body: @concurrent () async throws -> Result
    ) async throws -> Result {
        var frame = TaskFrame(content)
        content.beginAwaiting()
        defer {
            content.endAwaiting()
            TaskFrame.finish(&frame)
        }
        // The contexts are temporary, so that in the end this side has the one reference to the frame.
        do {
            return try await content.context.inside(frame).run(body)
        } catch {
            guard !error.isCancellation else { throw error }
            // The path of the failure begins with that of the frame.
            throw content.context.inside(frame).run { Failure.failed(error, site: site) }
        }
    }
}

extension Error {
    /// Whether the task was cancelled; a factory that throws a `CancellationError` for another reason has failed.
    var isCancellation: Bool { self is CancellationError && Task.isCancelled }
}

extension Activation {
    /// The content of a frame for the factory of this request: in the task of the request, or, if the request has a
    /// build, in a task of its own.
    ///
    /// - Parameter outerPath: The services around a task of its own.
    func content(outerPath: OuterPath? = nil, in resolution: Resolution) -> TaskFrame.Content {
        TaskFrame.Content(
            entry: target.entry,
            container: builder,
            arguments: box,
            argumentHash: argumentHash,
            outer: build == nil ? Stack().outerTask : nil,
            waiter: build.map { Waiter(build: $0) } ?? .current,
            dependencies: build == nil ? .current : dependencies,
            outerPath: outerPath,
            report: report,
            resolutionObject: resolution
        )
    }

    /// The hash of the arguments; 0 if they have none.
    ///
    /// That of a kept instance is known.
    private var argumentHash: Int {
        if let build { return build.slot?.arguments?.hash ?? 0 }
        return arguments.flatMap { ArgumentReference(target.entry.arguments, at: $0) }?.hash ?? 0
    }
}

// MARK: - Builds

extension Activation {
    /// Builds a kept instance in a task of its own, which the cancellation of a waiter does not reach.
    ///
    /// The task holds up no other build by itself: the requests that need its instance wait for it in the
    /// ``WaitGraph``.
    func startBuild(in resolution: Resolution) {
        // The task has the only copy that builds: this side waits for the build from here on.
        let (own, outerPath) = (UncheckedSendable(value: detachBuild()), Stack().pathOfOwnTask)
        Task(executorPreference: ThreadLocal.record.supervisor?.executor) {
            let activation = own.value
            let content = activation.content(outerPath: outerPath, in: resolution)
            // Nothing is thrown: the requests that wait for the build get its failure.
            try? await TaskFrame.during(content, site: activation.site) {
                do {
                    _ = try await activation.made()
                } catch {
                    let failure = error as? ResolutionError ?? Failure.failed(error, site: activation.site)
                    activation.abandon(failure, below: 0)
                }
            }
        }
    }

    /// Awaits the factory of an instance that is not kept, in a frame in the task of the request.
    func madeInFrame(in resolution: Resolution) async throws -> ValueBox {
        try await TaskFrame.during(content(in: resolution), site: site) { try await self.made() }
    }

    /// Awaits the factory, and completes and keeps the instance.
    private func made() async throws -> ValueBox {
        guard let factory = asyncFactory else { preconditionFailure("Only async factories are awaited.") }
        func make<Service>(_: Service.Type) async throws -> ValueBox {
            var instance: Service = try await factory.call(resolver, target.entry.arguments, box)
            let completed = try await completeAnywhere(&instance)
            // Late hooks run after the publication. No request waits for the task of a kept instance any more.
            if lateHooks != nil, let delayedBuild {
                _ = try? await WaitGraph.wait(for: delayedBuild, by: Waiter(), path: [])
            }
            await runLateHooksAnywhere(for: isDetached ? Waiter() : .current)
            return completed ?? ValueBox(instance)
        }
        let type: any Any.Type = target.entry.type
        let isDetached = build != nil
        func end(_ outcome: RequestReport.Outcome) {
            if isDetached { report?.endedDetached(outcome) } else { report?.ended(outcome) }
        }
        do {
            let made = try await make(type)
            end(outcome(of: made))
            return made
        } catch {
            let failure = Failure.failed(error, site: site)
            end(.failed(failure))
            throw error.isCancellation ? error : failure
        }
    }

    /// Completes and keeps an instance; on the main actor, if it belongs there.
    ///
    /// - Returns: The box of an instance that is kept.
    private func completeAnywhere<Service>(_ instance: inout Service) async throws -> ValueBox? {
        guard needsMainActor else {
            let box = try completeAwaited(&instance)
            try keep(box)
            return box
        }
        // Kept there too: requests that wait for it may occupy all threads of the language's pool.
        let (completed, box) = try await onMainActorForRequest { [instance] in
            var instance = instance
            let box = try self.completeAwaited(&instance)
            try self.keep(box)
            return (instance, box)
        }
        instance = completed
        return box
    }

    /// Runs the `onResolved` hooks that came too late for the outermost request; on the main actor, if they belong
    /// there.
    private func runLateHooksAnywhere(for waiter: Waiter) async {
        if lateHooks != nil, needsMainActor {
            await onMainActor { self.runLateHooks(for: waiter) }
        } else {
            runLateHooks(for: waiter)
        }
    }
}
