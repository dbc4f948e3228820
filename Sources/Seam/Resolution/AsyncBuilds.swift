/// The builds that async factories make.
extension Activation {
    /// Builds a kept instance in a task of its own, which the cancellation of a waiter does not reach.
    ///
    /// The task is part of no other build: the requests that need its instance wait for it in the ``WaitGraph``.
    func startBuild(_ box: ValueBox?, in resolution: Resolution) {
        // The task has the only copy that builds: this side waits for the build from here on.
        let own = UncheckedSendable(value: Activation(continuing: self))
        Task(executorPreference: ThreadLocal.record.supervisor?.executor) {
            let activation = own.value
            let waiter = Waiter(build: activation.build)
            let dependencies = activation.dependencies
            let content = activation.content(
                box,
                outer: nil,
                waiter: waiter,
                dependencies: dependencies,
                in: resolution
            )
            var frame = TaskFrame(content)
            await content.context.inside(frame)
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
    func madeInFrame(_ box: ValueBox?, in resolution: Resolution) async throws -> ValueBox {
        let (outer, dependencies) = (Stack().outerTask, dependencies)
        let content = content(box, outer: outer, waiter: .current, dependencies: dependencies, in: resolution)
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
            let isKept = build != nil
            let completed: ValueBox?
            if needsMainActor {
                // Kept there too: requests that wait for it may occupy all threads of the language's pool.
                (instance, completed) = try await onMainActor { [instance] in
                    var instance = instance
                    let box = try self.completeAwaited(&instance)
                    try self.keep(box, as: Service.self)
                    return (instance, box)
                }
            } else {
                completed = try completeAwaited(&instance)
                try keep(completed, as: Service.self)
            }
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
