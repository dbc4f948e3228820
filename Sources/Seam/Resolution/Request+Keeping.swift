internal import Synchronization

/// The scopes that keep instances: one builds, the others wait for that key alone.
extension Request {
    /// The kept instance, which belongs to `container` and is built with its registrations.
    func kept(in container: Container, situation: Situation) throws(ResolutionError) -> Service {
        var stale: KeptInstance?
        while true {
            let slot = slot(in: container, session: situation.session)
            let decision = enter(
                slot,
                replacing: &stale,
                in: container,
                session: situation.session,
                parent: situation.construction
            )
            switch decision {
            case .use(let kept):
                if let instance = usable(kept) {
                    situation.dependent?.note(kept.serial)
                    return instance
                }
                stale = kept
            case .wait(let construction):
                situation.dependent?.note(construction.serial)
                if let instance = WaitGraph.provisional(construction, for: situation.session) {
                    return instance.value(as: Service.self)
                }
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

    /// Enters the slot, and releases what is too old: it goes before its successor is built.
    func enter(
        _ slot: InstanceSlot,
        replacing stale: inout KeptInstance?,
        in container: Container,
        session: @autoclosure () -> Session,
        parent: @autoclosure () -> Construction?
    ) -> InstanceSlot.Decision {
        let (decision, dropped) = slot.enter(
            stale: stale,
            isCurrent: { isCurrent },
            unpublish: { registration.ready.store(0, ordering: .sequentiallyConsistent) },
            construction: {
                Construction(
                    registration.key,
                    session: session(),
                    parent: parent(),
                    keeper: lifetime.holdsStrongly ? ObjectIdentifier(container) : nil
                )
            }
        )
        stale = nil
        dropped?.release()
        return decision
    }

    /// Where the instance is kept.
    func slot(in container: Container, session: @autoclosure () -> Session) -> InstanceSlot {
        let arguments = arguments.key ?? ArgumentsKey()
        switch lifetime {
        case .graph:
            let instance = InstanceKey(registration: registration, arguments: arguments)
            let key = GraphInstances.Key(instance: instance, container: container)
            return session().graph.slots.slot(for: key)
        case .container:
            return container.containerScopeInstances.slot(
                for: InstanceKey(registration: registration, arguments: arguments)
            )
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
        let waiter = Waiter(session: session, construction: situation.construction)
        let resumption = WaitGraph.blockingWait(for: construction, by: waiter, path: path)
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
        case .instance(let instance):
            return instance.value(as: Service.self)
        case .borrowed(let instance):
            session.borrow(construction)
            return instance.value(as: Service.self)
        case .failed:
            return nil
        case .circular(let around):
            throw Failure.circular(path: path + around, site: site)
        }
    }
}
