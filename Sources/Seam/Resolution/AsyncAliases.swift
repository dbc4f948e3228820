/// Async requests for a decorated alias of a synchronous service.
///
/// Synchronous requests may wait for the instance of such an alias. So it is built by a thread, and never by a task: a
/// task would need a thread of the language's pool, or the main actor, which the waiting requests may occupy. An async
/// request awaits the service first, in a frame of the alias, and then builds the alias as a synchronous one does.
extension Activation {
    /// Whether the instance is that of an alias, which is kept in a slot, and of a service that is not async.
    var isSynchronousAlias: Bool {
        guard target.entry.target != nil, target.end.kind != .async else { return false }
        if case .unique = target.lifetime { return false }
        return true
    }

    /// Awaits the service of an alias.
    ///
    /// - Returns: The service, for the caller to hold until the alias is built, since its scope may hold it weakly; and
    ///   whether the alias has to be built on the main actor.
    func prepareAlias(_ box: ValueBox?, in resolution: Resolution) async throws -> (ValueBox, needsMainActor: Bool) {
        guard let factory = target.entry.asyncFactory else { preconditionFailure("An alias can be awaited.") }
        let (outer, dependencies) = (Stack().outerTask, Dependencies?.current)
        let content = content(box, outer: outer, waiter: .current, dependencies: dependencies, in: resolution)
        func service<Service>(_: Service.Type) async throws -> ValueBox {
            ValueBox(try await call(factory, box) as Service)
        }
        let type: any Any.Type = target.entry.type
        do {
            let service = try await TaskFrame.during(content, site: site) { try await service(type) }
            return (service, isOfMainActor || content.isConvertedOnMainActor)
        } catch {
            let failure = reported(Failure.failed(error, site: site))
            throw error is CancellationError ? error : failure
        }
    }

    /// The request made anew, if the alias leads to another registration by now, which may have to be awaited.
    func renewedWithOtherTarget() throws(ResolutionError) -> Activation? {
        let renewed = try Activation(renewing: self)
        return renewed.target.end === target.end ? nil : renewed
    }
}
