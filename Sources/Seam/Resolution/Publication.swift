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
