/// Resolution as the model understands it.
struct ModelResolution {
    let census: ModelCensus
    let time: Int
    /// The instances of the `graph` scope; one resolution is one outermost request.
    private let graph = ModelGraph()

    init(census: ModelCensus, time: Int) {
        self.census = census
        self.time = time
    }

    /// The instance for a key.
    func resolve(_ key: ModelKey, argument: Int, in container: ModelContainer) throws(ModelFailure) -> ModelInstance {
        guard let found = container.nearest(key) else {
            var other = key
            other.takesArgument.toggle()
            throw container.nearest(other) == nil ? .notRegistered : .argumentMismatch
        }
        return try instance(found.registration, owner: found.owner, argument: argument, asked: container)
    }

    /// The instance of a registration.
    func instance(
        _ registration: ModelRegistration,
        owner: ModelContainer,
        argument: Int,
        asked: ModelContainer
    ) throws(ModelFailure) -> ModelInstance {
        if let target = registration.target { return try resolve(target, argument: argument, in: asked) }
        if let value = registration.value { return value }
        func build(_ container: ModelContainer) throws(ModelFailure) -> ModelInstance {
            try make(registration, owner: owner, in: container)
        }
        switch registration.scope {
        case .unique:
            return try build(asked)
        case .graph:
            let place = ModelGraph.Place(
                registration: ObjectIdentifier(registration),
                argument: argument,
                container: ObjectIdentifier(asked)
            )
            if let instance = graph.instances[place] { return instance }
            let instance = try build(asked)
            graph.instances[place] = instance
            return instance
        case .container:
            let place = ModelAsked(registration: registration, argument: argument)
            if let instance = asked.asked[place] { return instance }
            let instance = try build(asked)
            asked.asked[place] = instance
            registration.askers.append(ModelAsker(container: asked))
            return instance
        case .cached, .named, .expiring, .shared, .singleton, .custom:
            if let instance = kept(registration, argument: argument) { return instance }
            if registration.kept[argument] == nil { forgetExpired(registration) }
            registration.kept[argument] = nil
            let instance = try build(owner)
            let isWeak = registration.scope == .shared
            registration.kept[argument] =
                isWeak ? .weak(ModelWeak(instance: instance)) : .strong(instance, birth: time)
            return instance
        }
    }

    /// A new argument removes the expired instances of other arguments.
    private func forgetExpired(_ registration: ModelRegistration) {
        for argument in registration.kept.keys where kept(registration, argument: argument) == nil {
            registration.kept[argument] = nil
        }
    }

    private func kept(_ registration: ModelRegistration, argument: Int) -> ModelInstance? {
        switch registration.kept[argument] {
        case .strong(let instance, let birth):
            registration.scope == .expiring && time - birth >= ModelSubject.period ? nil : instance
        case .weak(let reference): reference.instance
        case nil: nil
        }
    }

    /// A new instance inside its decorators.
    private func make(
        _ registration: ModelRegistration,
        owner: ModelContainer,
        in container: ModelContainer
    ) throws(ModelFailure) -> ModelInstance {
        guard !registration.fails else { throw .factoryFailed }
        var dependency: ModelInstance?
        if let needs = registration.needs {
            dependency = try? resolve(
                ModelKey(service: .kind(needs), name: nil, takesArgument: false),
                argument: 0,
                in: container
            )
        }
        var instance = ModelInstance(census: census, dependency: dependency)
        var marks = registration.marks
        var place = registration.key
        place.takesArgument = false
        // An override has the decorators of all levels that have it.
        let outermost = owner.lineage.last { $0.has(registration) } ?? owner
        var levels: [ModelContainer] = []
        for level in container.lineage {
            levels.insert(level, at: 0)
            if level === outermost { break }
        }
        for level in levels { marks += level.decorations[place] ?? [] }
        for mark in marks { instance = ModelInstance(decorating: instance, mark: mark) }
        return instance
    }
}

private final class ModelGraph {
    struct Place: Hashable {
        let registration: ObjectIdentifier
        let argument: Int
        let container: ObjectIdentifier
    }

    var instances: [Place: ModelInstance] = [:]
}
