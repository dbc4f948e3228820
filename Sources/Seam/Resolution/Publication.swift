/// The end of a request that has called a factory: its instance is kept, if a scope keeps it, and its `onResolved`
/// hooks are queued.
extension Activation {
    /// Keeps a completed instance, unless its registration was replaced or reset meanwhile, and queues its `onResolved`
    /// hooks.
    func keep(_ box: ValueBox?) throws(ResolutionError) {
        guard let box else { return }
        guard let build else { return queueHooks(of: box, kept: nil) }
        guard let instance = try cachedInstance(box, by: build) else {
            build.leaveSlot()
            queueHooks(of: box, kept: nil)
            return forget(build).finish(with: box)
        }
        Stack().nodeOfInnermost?.note(box, of: build)
        storeDisposers()
        // Queued before the instance is published: a request that waits for the instance may be about to end the
        // outermost request.
        queueHooks(of: box, kept: .init(instance: instance, build: build, cache: target.cache))
        delayedBuild = forget(build).publish(instance, box, of: target.entry, in: builder)
    }

    /// The outcome that is reported for an instance that the factory has returned.
    ///
    /// The factory of a value or of an alias makes nothing: the instance was there, or another request has built it.
    func outcome(of instance: ValueBox) -> RequestReport.Outcome {
        let isPassed = target.entry.kind == .value || target.entry.aliasTarget != nil
        let isDecorated = target.settings.hasDecorators || !target.containerDecorators.isEmpty
        return isPassed && !isDecorated ? .reused(instance) : .built(instance)
    }

    /// Queues the `onResolved` hooks of an instance, if it has any; those that come too late become the late hooks.
    private func queueHooks(of box: ValueBox, kept: ResolvedHooks.Kept?) {
        let hooks = steps.resolutionHooks
        guard !hooks.isEmpty else { return }
        lateHooks = Stack()
            .queue { path in
                ResolvedHooks(
                    hooks,
                    of: box,
                    at: path,
                    dependencies: dependencies,
                    site: site,
                    needsMainActor: needsMainActor,
                    kept: target.lifetime.outlivesRequests ? kept : nil,
                    redirected: isRedirecting ? asked : nil
                )
            }
    }

    /// Runs the `onResolved` hooks that came too late for the outermost request.
    ///
    /// Called after the instance is published, since the hooks may ask for it, and after the frame of its factory is
    /// left.
    ///
    /// - Parameter waiter: The build that this request is made for.
    func runLateHooks(for waiter: Waiter) {
        guard let (resolution, hooks) = exchange(&lateHooks, with: nil) else { return }
        resolution.runLate(hooks, for: waiter)
    }

    /// Forgets the build and its slot, which another thread may publish from now on.
    func forget(_ build: Build) -> Build {
        (self.build, storage) = (nil, nil)
        return build
    }

    /// The instance, held as its scope says; `nil` for a nil in a scope that holds its instances weakly.
    private func cachedInstance(_ box: ValueBox, by build: Build) throws(ResolutionError) -> CachedInstance? {
        switch target.lifetime {
        case .stored:
            return CachedInstance(storage.map { .stored($0) } ?? .strong(box), dependencies: dependencies)
        case .expiring(let limit):
            return CachedInstance(.strong(box), until: limit, birth: birth ?? limit.now(), dependencies: dependencies)
        default:
            return try build.cachedInstance(box, site: site)
        }
    }

    /// Stores the disposers of a declaration with its entry, for the shutdown that may need them.
    func storeDisposers() {
        guard let disposers = declared?.settings?.values.disposers, !disposers.isEmpty,
            target.entry.settings.values.disposers.isEmpty
        else { return }
        target.entry.configure { if $0.disposers.isEmpty { $0.disposers = disposers } }
    }

    /// Ends the build after a failure, as ``Build/abandon(_:below:)`` does.
    func abandon(_ failure: ResolutionError, below count: Int) {
        if let build { forget(build).abandon(failure, below: count) }
    }
}

// MARK: - Builds

/// The two ends of the build of a kept instance: its publication, and its failure.
extension Build {
    /// The instance, held as the scope of its slot says, without an age or a storage of the user.
    ///
    /// - Returns: `nil` for a nil in a scope that holds its instances weakly.
    /// - Throws: `scopeRequiresReference` for a value in such a scope.
    func cachedInstance(_ box: ValueBox, site: StaticCallSite) throws(ResolutionError) -> CachedInstance? {
        guard let scope = table?.scope, case .shared = scope.lifetime else {
            return CachedInstance(.strong(box), dependencies: dependencies)
        }
        if let reference = WeakBox.box(for: box) { return CachedInstance(.weak(reference), dependencies: dependencies) }
        guard isEmptyOptional(box.anyValue) else {
            throw Failure.scopeRequiresReference(for: box.anyValue, scope: scope, site: site)
        }
        return nil
    }

    /// Publishes the instance and ends the build: now, or, if this build was given unfinished instances, when their
    /// builds are finished.
    ///
    /// Until then, other requests wait for the instance. Only a request that would wait in a circle gets it unfinished.
    /// The instance is kept even if one of those builds fails.
    ///
    /// - Parameters:
    ///   - box: The instance, for the requests that wait for it.
    ///   - builder: The container that the instance is built in.
    /// - Returns: The build, if its instance is published later.
    func publish(
        _ instance: CachedInstance,
        _ box: ValueBox,
        of entry: RegistryEntry,
        in builder: Container
    ) -> Build? {
        let prerequisites = WaitGraph.unfinishedPrerequisites(of: self, instance: box)
        guard !prerequisites.isEmpty else {
            show(instance, box, of: entry)
            finish(with: box)
            return nil
        }
        // Another thread may publish the instance from now on.
        ThreadLocal.record.forget(self)
        WaitGraph.whenFinished(prerequisites[...], by: self) {
            // The user's storage may make requests: they hold up this build, and what its thread is building.
            let record = ThreadLocal.record
            WaitGraph.join(self, to: record.waiter)
            record.enterContext(for: self, in: builder)
            self.show(instance, box, of: entry)
            self.finish(with: box)
            record.leaveContext()
        }
        return self
    }

    /// Shows the instance to all requests, unless its slot was dropped meanwhile.
    ///
    /// The user's storage is left alone if the slot was dropped: a later build may have filled it.
    ///
    /// - Parameter isInStorage: Whether the instance was found in the user's storage. It is not written there again: a
    ///   reset may have emptied the storage meanwhile, and the next request then builds.
    func show(_ instance: CachedInstance, _ box: ValueBox, of entry: RegistryEntry, isInStorage: Bool = false) {
        guard let slot, let table else { return }
        let storage = isInStorage ? nil : instance.storage.flatMap { slot.buildUnderWay === self ? $0 : nil }
        storage?.instance = box.anyValue
        // Lock-free readers find no instance by its arguments.
        let isFindable = slot.arguments == nil && !table.isOfAlias
        let word = isFindable ? instance.publishedWord(under: table.scope) : .none
        let isKept = entry.withReady(of: table) { slot.publish(instance, of: self, word: word, at: $0) }
        if !isKept { storage?.instance = nil }
    }

    /// Ends the build on the thread that makes it, with an instance for the requests that wait.
    func finish(with instance: ValueBox) {
        ThreadLocal.record.forget(self)
        WaitGraph.finish(self, .instance(instance))
    }

    /// Ends the build on the thread that makes it after a failure, and fails the waits for it.
    ///
    /// The waiting requests get the path from this service on, and put their own path before it.
    ///
    /// - Parameter count: The number of services on the path above this one.
    func abandon(_ failure: ResolutionError, below count: Int) {
        let relative = failure.code == .tooDeep ? failure.path : Array(failure.path.dropFirst(count))
        ThreadLocal.record.forget(self)
        end(.failed(ResolutionError(failure, path: relative)))
    }
}
