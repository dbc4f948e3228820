/// The decorators and hooks of one instance.
@usableFromInline
struct CreationSteps {
    private let settings: Settings
    /// The settings of a declaration, whose steps come first.
    private let declared: Settings?
    private let containerDecorators: [ContainerDecorator]
    @usableFromInline let hasDecorators: Bool
    @usableFromInline let hasCreationHooks: Bool
    @usableFromInline let hasResolutionHooks: Bool

    init(of settings: Settings, declared: Settings? = nil, containerDecorators: [ContainerDecorator] = []) {
        self.settings = settings
        self.declared = declared
        self.containerDecorators = containerDecorators
        hasDecorators = settings.hasDecorators || declared?.hasDecorators == true || !containerDecorators.isEmpty
        hasCreationHooks = settings.hasCreationHooks || declared?.hasCreationHooks == true
        hasResolutionHooks = settings.hasResolutionHooks || declared?.hasResolutionHooks == true
    }

    /// Checks the actor: a decorator or hook of the main actor may have been added since the shortcut was found.
    ///
    /// - Throws: `requiresMainActor` if one has to run on the main actor, and the caller runs elsewhere.
    @usableFromInline
    func checkActor(site: StaticCallSite) throws {
        guard areOnMainActor, !MainActorCheck.isOnMainActor else { return }
        let stack = Stack()
        let note = Failure.mainActorNote(of: [settings, declared], containerDecorators: containerDecorators)
        let place = PlaceOfRegistration(stack)
        throw Failure.requiresMainActor(path: stack.path, place: place, note: note, site: site)
    }

    /// Whether a decorator or a hook runs on the main actor.
    private var areOnMainActor: Bool {
        settings.values.isCompletedOnMainActor || declared?.values.isCompletedOnMainActor == true
            || containerDecorators.contains(where: \.isOnMainActor)
    }

    /// Whether the factory, a decorator or a hook runs on the main actor.
    private var needsMainActor: Bool {
        areOnMainActor || settings.values.isBuiltOnMainActor || declared?.values.isBuiltOnMainActor == true
    }

    /// The `onResolved` hooks, those of a declaration first.
    var resolutionHooks: [ErasedClosure] {
        guard let declared, declared.hasResolutionHooks else { return settings.values.resolutionHooks }
        return declared.values.resolutionHooks + settings.values.resolutionHooks
    }

    /// Calls `apply` for each decorator, the innermost first: those of the registration, then those of containers.
    @usableFromInline
    func forEachDecorator(_ apply: (BorrowedClosure) throws -> Void) rethrows {
        if let declared { try declared.forEachDecorator(apply) }
        try settings.forEachDecorator(apply)
        for index in containerDecorators.indices { try apply(.init(containerDecorators[index].placed.closure)) }
    }

    /// Calls `run` for each `onCreate` hook, those of a declaration first.
    @usableFromInline
    func forEachHook(_ run: (BorrowedClosure) throws -> Void) rethrows {
        if let declared { try declared.forEachCreationHook(run) }
        try settings.forEachCreationHook(run)
    }

    /// Calls `run` for each `onResolved` hook, those of a declaration first.
    @usableFromInline
    func forEachResolutionHook(_ run: (BorrowedClosure) throws -> Void) rethrows {
        if let declared { try declared.forEachResolutionHook(run) }
        try settings.forEachResolutionHook(run)
    }
}

extension Settings {
    fileprivate func forEachDecorator(_ apply: (BorrowedClosure) throws -> Void) rethrows {
        for index in values.decorators.indices { try apply(.init(values.decorators[index].closure)) }
    }

    fileprivate func forEachCreationHook(_ run: (BorrowedClosure) throws -> Void) rethrows {
        for index in values.creationHooks.indices { try run(.init(values.creationHooks[index])) }
    }

    fileprivate func forEachResolutionHook(_ run: (BorrowedClosure) throws -> Void) rethrows {
        for index in values.resolutionHooks.indices { try run(.init(values.resolutionHooks[index])) }
    }
}

extension CreationSteps {
    /// Queues the `onResolved` hooks of a unique instance, in the frame of its factory.
    ///
    /// - Returns: The resolution that they are late for, if the outermost request is over and has not failed.
    @usableFromInline
    func queueHooks(of instance: ValueBox, site: StaticCallSite) -> Resolution? {
        let late = Stack()
            .queue { path in
                ResolvedHooks(
                    resolutionHooks,
                    of: instance,
                    at: path,
                    dependencies: .current,
                    site: site,
                    needsMainActor: needsMainActor
                )
            }
        return late.flatMap { resolution, _ in resolution.isFailed ? nil : resolution }
    }
}

/// The edge: the functions that know the type of the instance.
extension CreationSteps {
    /// Decorates the instance of a shortcut and runs its `onCreate` hooks.
    @inlinable @inline(__always)
    func complete<Service>(_ instance: inout Service, _ resolver: Resolver) throws {
        if hasDecorators { try decorate(&instance, resolver) }
        if hasCreationHooks { try runHooks(instance, resolver) }
    }

    @inlinable @inline(__always)
    func decorate<Service>(_ instance: inout Service, _ resolver: Resolver) throws {
        try forEachDecorator { decorator in
            instance = try decorator.use(as: Decorator<Service>.self) { try $0.callInPlace(instance, resolver) }
        }
    }

    @inlinable @inline(__always)
    func runHooks<Service>(_ instance: Service, _ resolver: Resolver) throws {
        try forEachHook { hook in
            try hook.use(as: Hook<Service>.self) { try $0.callInPlace(instance, resolver) }
        }
    }

    @inlinable @inline(__always)
    func runResolutionHooks<Service>(_ instance: Service, _ resolver: Resolver) throws {
        try forEachResolutionHook { hook in
            try hook.use(as: Hook<Service>.self) { try $0.callInPlace(instance, resolver) }
        }
    }
}

/// The decorators and hooks of an instance on the slow path.
extension Activation {
    /// Decorates the instance and runs its `onCreate` hooks.
    ///
    /// - Returns: The instance in a box, if a slot keeps it, or if it has `onResolved` hooks.
    func complete<Service>(_ instance: inout Service) throws -> ValueBox? {
        let (resolver, steps) = (resolver, steps)
        report?.reached(.decorators)
        try steps.decorate(&instance, resolver)
        report?.reached(.hooks)
        guard build != nil || steps.hasResolutionHooks else {
            try steps.runHooks(instance, resolver)
            return nil
        }
        let box = ValueBox(instance)
        if let build, steps.hasCreationHooks { WaitGraph.offerUnfinished(box, of: build) }
        try steps.runHooks(instance, resolver)
        return box
    }

    /// Completes an instance that was awaited.
    ///
    /// Meanwhile, the container that builds answers for the one that was asked, as in the frame of a synchronous
    /// factory.
    func completeAwaited<Service>(_ instance: inout Service) throws -> ValueBox? {
        guard isRedirecting else { return try complete(&instance) }
        return try ThreadLocal.record.redirected(from: asked, to: builder) { try complete(&instance) }
    }

    var steps: CreationSteps {
        CreationSteps(
            of: target.settings,
            declared: declared?.settings,
            containerDecorators: target.containerDecorators
        )
    }
}
