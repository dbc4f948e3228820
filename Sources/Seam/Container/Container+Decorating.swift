internal import Synchronization

extension Container {
    /// Wraps every instance of a type and name that this container builds, once, when it is built.
    ///
    /// Belongs to the type and name and not to a registration: it applies to registrations made later as well, and
    /// outlives their replacement. Runs after the registration's own decorators, in the order of the calls. Instances that
    /// were built before stay as they are, apart from registered values, which are wrapped when they are next asked for.
    /// A decorator that throws fails the request, and nothing is kept.
    public func decorate<Service>(
        _ type: Service.Type,
        name: ServiceName? = nil,
        _ transform: @escaping @Sendable (Service, Resolver) throws -> Service
    ) {
        decorate(name: name, by: Decoration(transform))
    }

    private func decorate<Service>(name: ServiceName?, by decoration: Decoration<Service>) {
        prepareForUse()
        let type = Service.self
        let key = DecorationKey(type: ObjectIdentifier(type), name: name)
        let mirrors = state.withLock { state in
            state.decorations[key, default: []].append(decoration)
            isDecorating.store(true, ordering: .releasing)
            return state.mirrors
        }
        for registration in ownRegistrations(of: type) where registration.name == name {
            registration.refreshShortcut(isDecorated: true)
            if registration.kind == .value {
                registration.dropInstances().release()
            }
        }
        for mirror in mirrors { mirror.decorate(name: name, by: decoration) }
    }
}
