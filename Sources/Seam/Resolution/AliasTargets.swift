/// The targets of aliases, as their requests find them.
extension Container {
    /// The container's own contribution to a type with that ``RegistryEntry/order``, which a copy shares.
    private func ownContribution(order: Int, to type: ObjectIdentifier) -> RegistryEntry? {
        take(KeyGroup(type: type, name: nil))
        return state.withLock { $0.variants[type]?.contribution(order: order) }
    }

    /// The nearest registration that an alias stands for.
    func nearestEntry(_ target: RegistryEntry.AliasTarget) -> Found? {
        switch target {
        case .key(let signature, let name): return nearestEntry(signature: signature, name)
        case .contribution(let type, let order):
            for owner in chain {
                if let entry = owner.ownContribution(order: order, to: type) { return (entry, owner) }
            }
            return nil
        }
    }
}

// MARK: - Requests for the target

extension RegistryEntry {
    /// The place of the contribution that this is an alias of, in the order of registrations.
    var contributionOrder: Int? {
        if case .contribution(_, let order) = aliasTarget { order } else { nil }
    }
}

/// The requests of the closure that an alias is registered with: for its target, as the type that it promises.
extension Resolver {
    /// The target's instance as the type that an alias promises, which was registered at `site`.
    ///
    /// A `nil` stays one: a cast to a type with more Optionals would put it into another.
    func cast<Service, Alias>(_ service: Service, site: StaticCallSite) throws(ResolutionError) -> Alias {
        let isNil = _isOptional(Service.self) && isEmptyOptional(service)
        guard let alias = isNil ? nilOfOptional(Alias.self) : service as? Alias else {
            throw Failure.incompatibleAlias(
                Alias.self,
                instance: service,
                target: Service.self,
                isElsewhere: isElsewhere,
                registeredAt: site
            )
        }
        return alias
    }

    /// Whether the target of the alias under way belongs to the main actor, and the caller runs elsewhere.
    private var isElsewhere: Bool {
        guard !MainActorCheck.isOnMainActor, let alias = Stack().innermost, alias.aliasTarget != nil else {
            return false
        }
        let end = try? container.end(of: (alias, container), site: alias.site)
        return end?.settings.isOnMainActor ?? false
    }

    /// The instance of a target without arguments, from the container that builds the alias or its ancestors.
    func instance<Service>(of target: RegistryEntry.AliasTarget) throws(ResolutionError) -> Service {
        guard case .key(_, let name) = target else {
            return try container.instance(of: Service.self, found: found(target, Service.self), site: .ofAlias)
        }
        return try targetInstance(name: name, NoArguments())
    }

    /// The instance of a target without arguments, whether it has to be awaited or not.
    @inline(__always)  // An async call costs nearly as much as making an object.
    func instanceAsync<Service>(of target: RegistryEntry.AliasTarget) async throws -> Service {
        guard case .key(_, let name) = target else {
            let request = ErasedRequest(found: try found(target, Service.self), asked: container, site: .ofAlias)
            return try await whereAsked { try await request.instance() }.value(as: Service.self)
        }
        return try await targetInstanceAsync(name: name, NoArguments())
    }

    /// The target's instance.
    @inline(__always)  // As the async twin below, which says why.
    func targetInstance<Service, Arguments: ArgumentList>(
        name: ServiceName?,
        _ arguments: Arguments
    ) throws(ResolutionError) -> Service {
        try requireTarget(Service.self, name: name, Arguments.self)
        return try container.instance(of: Service.self, name: name, arguments: arguments, site: .ofAlias)
    }

    /// The target's instance, whether it has to be awaited or not.
    @inline(__always)  // So that a request without arguments compiles to code that knows that it has none.
    func targetInstanceAsync<Service, Arguments: ArgumentList>(
        name: ServiceName?,
        _ arguments: Arguments
    ) async throws -> Service {
        try requireTarget(Service.self, name: name, Arguments.self)
        return try await whereAsked {
            try await container.instanceAsync(of: Service.self, name: name, arguments: arguments, site: .ofAlias)
        }
    }

    /// Awaits a request for the target on the main actor, if the alias was asked for there: a synchronous factory runs
    /// where it is asked for.
    private func whereAsked<Service>(_ request: @escaping () async throws -> Service) async throws -> Service {
        guard TaskContext.current.frame?.content?.isAliasOnMainActor == true else { return try await request() }
        return try await onMainActor(request)
    }

    /// Checks that a target which could be derived from another service, such as an Optional or an array, is still
    /// registered.
    private func requireTarget<Service>(
        _ type: Service.Type,
        name: ServiceName?,
        _ list: any ArgumentList.Type
    ) throws(ResolutionError) {
        guard !(type is AnyClass), type is any DerivedService.Type,
            container.nearestEntry(signature: list.signature(of: type), name) == nil
        else { return }
        let request = Request(type, name: name, in: container, list, site: .ofAlias)
        throw request.reportMiss(Failure.unknown(request))
    }

    /// The registration of a target that no request finds by its key: a contribution.
    private func found<Service>(
        _ target: RegistryEntry.AliasTarget,
        _ type: Service.Type
    ) throws(ResolutionError) -> Container.Found {
        if let found = container.nearestEntry(target) { return found }
        throw Failure.unknown(Request(type, name: nil, in: container, NoArguments.self, site: .ofAlias))
    }
}

// MARK: - Aliases of synchronous services in async requests

/// Async requests for a decorated alias of a synchronous service.
///
/// Synchronous requests may wait for the instance of such an alias. So it is built by a thread, and never by a task: a
/// task would need a thread of the language's pool, or the main actor, which the waiting requests may occupy. An async
/// request awaits the service first, in a frame of the alias, and then builds the alias as a synchronous one does.
extension Activation {
    /// Whether the instance is that of an alias, which is kept in a slot, and of a service that is not async.
    var isSynchronousAlias: Bool {
        guard target.entry.aliasTarget != nil, target.end.kind != .async else { return false }
        if case .unique = target.lifetime { return false }
        return true
    }

    /// Awaits the service of an alias.
    ///
    /// - Returns: The service, for the caller to hold until the alias is built, since its scope may hold it weakly; and
    ///   whether the alias has to be built on the main actor.
    func prepareAlias(in resolution: Resolution) async throws -> (ValueBox, needsMainActor: Bool) {
        guard let factory = target.entry.asyncFactory else { preconditionFailure("An alias can be awaited.") }
        let content = content(in: resolution)
        func service<Service>(_: Service.Type) async throws -> ValueBox {
            ValueBox(try await factory.call(resolver, target.entry.arguments, box) as Service)
        }
        let type: any Any.Type = target.entry.type
        do {
            let service = try await TaskFrame.during(content, site: site) { try await service(type) }
            return (service, target.end.settings.isOnMainActor || content.isConvertedOnMainActor)
        } catch {
            throw reportFailure(after: error)
        }
    }

    /// The request made anew, if the alias leads to another registration by now, which may have to be awaited.
    func renewedWithOtherTarget() throws(ResolutionError) -> Activation? {
        let renewed = try Activation(renewing: self)
        return renewed.target.end === target.end ? nil : renewed
    }
}
