internal import Synchronization

/// The scopes that keep instances: one builds, the others wait for that key alone.
extension Request {
    /// The kept instance, which belongs to `container` and is built with its registrations.
    func kept(in container: Container, situation: Situation) throws(ResolutionError) -> Service {
        var stale: KeptInstance?
        while true {
            let slot = slot(in: container, session: situation.session)
            var (decision, dropped) = slot.enter(
                stale: stale,
                isCurrent: { revision == registration.revision },
                unpublish: { registration.ready.store(0, ordering: .sequentiallyConsistent) },
                construction: {
                    Construction(
                        registration.key,
                        session: situation.session,
                        parent: situation.construction,
                        keeper: lifetime.holdsStrongly ? ObjectIdentifier(container) : nil
                    )
                }
            )
            // What is too old goes before its successor is built.
            stale = nil
            dropped?.release()
            dropped = nil
            switch decision {
            case .use(let kept):
                if let instance = usable(kept) {
                    situation.dependent?.note(kept.serial)
                    return instance
                }
                stale = kept
            case .wait(let construction):
                situation.dependent?.note(construction.serial)
                if let box = WaitGraph.provisional(construction, for: situation.session) { return instance(in: box) }
                try checkKind(effectiveKind)
                if let instance = try wait(for: construction, situation: situation) { return instance }
            case .build(let construction):
                situation.dependent?.note(construction.serial)
                return try build(construction, slot: slot, in: container, situation: situation)
            case .moved:
                continue
            case .outdated:
                return try renewed().perform(situation)
            }
        }
    }

    /// Where the instance is kept.
    func slot(in container: Container, session: @autoclosure () -> Session) -> InstanceSlot {
        let arguments = arguments.key ?? ArgumentsKey()
        switch lifetime {
        case .graph:
            let asked = AskedKey(registration: registration, arguments: arguments)
            let key = GraphInstances.Key(asked: asked, container: container)
            return session().graph.slots.slot(for: key)
        case .container:
            return container.askedInstances.slot(for: AskedKey(registration: registration, arguments: arguments))
        case .unique, .kept, .expiring, .shared, .stored:
            return registration.slots.slot(for: arguments)
        }
    }

    /// The instance, unless it is gone or too old.
    func usable(_ kept: KeptInstance) -> Service? {
        if case .expiring(let duration, let now) = lifetime, now() - kept.birth >= duration { return nil }
        return kept.value(as: Service.self)
    }

    /// Waits for somebody else's construction; `nil` where it failed, and this request has to try itself.
    private func wait(
        for construction: Construction,
        situation: Situation
    ) throws(ResolutionError) -> Service? {
        let session = situation.session
        let path = situation.path + [registration.key]
        let resumption = WaitGraph.blockingWait(
            for: construction,
            session: session,
            chain: situation.construction,
            path: path
        )
        return try resumed(resumption, construction: construction, session: session, path: path)
    }

    /// What a wait that has ended means for this request.
    func resumed(
        _ resumption: WaitGraph.Resumption,
        construction: Construction,
        session: Session,
        path: [ServiceKey]
    ) throws(ResolutionError) -> Service? {
        switch resumption {
        case .instance(let box):
            return instance(in: box)
        case .borrowed(let box):
            session.borrow(construction)
            return instance(in: box)
        case .failed:
            return nil
        case .circular(let around):
            throw Failure.circular(path: path + around, site: site)
        }
    }

    /// The box was made by a request for the same registration, so its type is that of the service.
    private func instance(in box: Construction.Box) -> Service {
        unsafeDowncast(box, to: PublishedValue<Service>.self).address.pointee
    }
}

// MARK: - Building

extension Request {
    private func build(
        _ construction: Construction,
        slot: InstanceSlot,
        in container: Container,
        situation: Situation
    ) throws(ResolutionError) -> Service {
        do {
            let storage = storage(of: slot, for: construction)
            if let storage, let instance = storage.instance as? Service {
                publish(KeptInstance(.stored(storage), of: construction), PublishedValue(instance), construction, slot)
                return instance
            }
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
        let box = PublishedValue(instance)
        let kept = KeptInstance(
            try holding(box, storage: storage, path: path),
            of: construction,
            birth: birth
        )
        guard registration.configuration.hasHooks || session.hasCompletions else {
            publish(kept, box, construction, slot)
            return
        }
        let hooks = registration.configuration.hooks(of: Service.self)
        WaitGraph.markBuilt(construction, box)
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
                    request.publish(kept, box, construction, slot)
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
        _ box: PublishedValue<Service>,
        _ construction: Construction,
        _ slot: InstanceSlot
    ) {
        if case .stored(let storage) = kept.holding { storage.instance = box.address.pointee }
        let isKept = slot.publish(kept, of: construction) {
            registration.ready.store(readyAddress(of: kept), ordering: .sequentiallyConsistent)
        }
        if !isKept, case .stored(let storage) = kept.holding { storage.instance = nil }
        WaitGraph.finish(construction, .success(box))
    }

    /// What lock-free readers find an instance by: only one that is kept without arguments, and until it is dropped.
    private func readyAddress(of kept: KeptInstance) -> UInt {
        guard arguments is NoArguments else { return 0 }
        switch (lifetime, kept.holding) {
        case (.kept, .strong(let box)):
            return unsafeDowncast(box, to: PublishedValue<Service>.self).word
        case (.shared, .weak(let box)) where unsafeDowncast(box, to: WeakValue<Service>.self).isDirect:
            return Borrowed(box).word | AnyRegistration.weakMark
        default:
            return 0
        }
    }

    private func holding(
        _ box: PublishedValue<Service>,
        storage: (any InstanceStorage)?,
        path: [ServiceKey]
    ) throws(ResolutionError) -> KeptInstance.Holding {
        switch lifetime {
        case .shared:
            let instance = box.address.pointee
            guard let box = WeakValue(instance) else {
                throw Failure.scopeRequiresReference(
                    for: instance,
                    path: path,
                    scope: registration.scope,
                    site: site
                )
            }
            return .weak(box)
        case .stored:
            return .stored(storage.unsafelyUnwrapped)
        case .unique, .graph, .kept, .expiring, .container:
            return .strong(box)
        }
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
