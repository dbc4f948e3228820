internal import Synchronization

/// The making of a kept instance, its publication, and what becomes of it after a failure.
extension Request {
    func build(
        _ construction: Construction,
        slot: InstanceSlot,
        in container: Container,
        situation: Situation
    ) throws(ResolutionError) -> Service {
        do {
            let storage = storage(of: slot, for: construction)
            if let instance = published(storage, construction, slot) { return instance }
            let instance = try construct(in: container, for: construction.dependent)
            try keep(
                instance,
                construction,
                slot: slot,
                storage: storage,
                in: container,
                session: situation.session,
                path: situation.path + [registration.key]
            )
            return instance
        } catch {
            slot.abandon(construction)
            WaitGraph.finish(construction, .failure(error))
            throw error
        }
    }

    /// The instance that the user's storage has already, shown to everybody; `nil` where it has none.
    func published(_ storage: (any InstanceStorage)?, _ construction: Construction, _ slot: InstanceSlot) -> Service? {
        // Unwrapped first: nothing at all would pass for an optional service that is nil.
        guard let storage, let stored = storage.instance, let instance = stored as? Service else { return nil }
        publish(KeptInstance(.stored(storage), of: construction), ErasedInstance(instance), construction, slot)
        return instance
    }

    /// Keeps a built instance: at once, or after its hooks and those of what was built before it.
    func keep(
        _ instance: Service,
        _ construction: Construction,
        slot: InstanceSlot,
        storage: (any InstanceStorage)?,
        in container: Container,
        session: Session,
        path: [ServiceKey]
    ) throws(ResolutionError) {
        let erased = ErasedInstance(instance)
        let kept = KeptInstance(
            try holding(instance, erased, storage: storage, path: path),
            of: construction,
            birth: birth
        )
        guard registration.configuration.hasHooks || session.hasCompletions else {
            publish(kept, erased, construction, slot)
            return
        }
        let hooks = registration.configuration.hooks(of: Service.self)
        WaitGraph.markBuilt(construction, erased)
        let request = self
        session.add(
            completion(
                of: instance,
                hooks: hooks,
                in: container,
                path: path,
                construction: construction
            ) { result in
                switch result {
                case .success:
                    request.publish(kept, erased, construction, slot)
                case .failure(let error):
                    slot.abandon(construction)
                    WaitGraph.finish(construction, .failure(error))
                }
            }
        )
    }

    /// Shows a finished instance to everybody, unless its registration was replaced or reset meanwhile.
    func publish(
        _ kept: KeptInstance,
        _ instance: ErasedInstance,
        _ construction: Construction,
        _ slot: InstanceSlot
    ) {
        if case .stored(let storage) = kept.holding { storage.instance = instance.value(as: Service.self) }
        let isKept = slot.publish(kept, of: construction) {
            registration.ready.store(readyWord(of: kept), ordering: .sequentiallyConsistent)
        }
        if !isKept, case .stored(let storage) = kept.holding { storage.instance = nil }
        WaitGraph.finish(construction, .success(instance))
    }

    /// What lock-free readers find an instance by: only one that is kept without arguments, and until it is dropped.
    private func readyWord(of kept: KeptInstance) -> UInt {
        guard arguments is NoArguments else { return 0 }
        switch (lifetime, kept.holding) {
        case (.kept, .strong(let instance)): return instance.word
        case (.shared, .weak(let reference)): return reference.word.map { $0 | AnyRegistration.weakMark } ?? 0
        default: return 0
        }
    }

    private func holding(
        _ instance: Service,
        _ erased: ErasedInstance,
        storage: (any InstanceStorage)?,
        path: [ServiceKey]
    ) throws(ResolutionError) -> KeptInstance.Holding {
        if let storage { return .stored(storage) }
        guard case .shared = lifetime else { return .strong(erased) }
        guard let reference = WeakValue(instance) else {
            throw Failure.scopeRequiresReference(for: instance, path: path, scope: registration.scope, site: site)
        }
        return .weak(reference)
    }

    /// The user's storage of a slot, made on first use by the one who builds.
    func storage(of slot: InstanceSlot, for construction: Construction) -> (any InstanceStorage)? {
        guard case .stored(let make) = lifetime else { return nil }
        if let storage = slot.storage { return storage }
        let storage = make()
        slot.adopt(storage, for: construction)
        return storage
    }

    private var birth: Duration {
        if case .expiring(_, let now) = lifetime { now() } else { .zero }
    }
}
