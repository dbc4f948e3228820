/// Runs operations on the model.
final class ModelPrediction {
    let census = ModelCensus()
    private var containers = [ModelContainer(parent: nil)]
    private var held: [ModelInstance] = []
    private var nextOrder = 0
    private var time = 0

    func perform(_ operation: ModelOperation) -> ModelObservation {
        switch operation {
        case .resolve(let number, let key, let argument, let holds):
            return resolve(key, argument: key.takesArgument ? argument : 0, holds: holds, in: container(number))
        case .optional(let number, let kind, let name):
            let key = ModelKey(service: .kind(kind), name: name, takesArgument: false)
            guard container(number).nearest(key) != nil else { return .absent }
            return resolve(key, argument: 0, holds: false, in: container(number))
        case .all(let number, let kind):
            return all(kind, in: container(number))
        case .isRegistered(let number, let key):
            return .flag(key.variants.contains { container(number).nearest($0) != nil })
        case .unregister(let number, let key):
            return .flag(key.variants.map { container(number).remove($0) }.contains(true))
        case .resolveDeclared(let number, let declared, let holds):
            return resolveDeclared(declared, holds: holds, in: container(number))
        case .isOverridden(let number, let declared):
            return .flag(container(number).lineage.contains { $0.overrides[declared] != nil })
        default:
            change(operation)
            return .nothing
        }
    }

    private func container(_ number: Int) -> ModelContainer { containers[number % containers.count] }

    private func resolve(_ key: ModelKey, argument: Int, holds: Bool, in container: ModelContainer) -> ModelObservation
    {
        do throws(ModelFailure) {
            let instance = try ModelResolution(census: census, time: time)
                .resolve(key, argument: argument, in: container)
            if holds { held.append(instance) }
            return .instance(instance.facts)
        } catch {
            return .failed(error.rawValue)
        }
    }

    private func resolveDeclared(_ number: Int, holds: Bool, in container: ModelContainer) -> ModelObservation {
        let (registration, owner) = container.declared(number)
        let instance = try? ModelResolution(census: census, time: time)
            .instance(registration, owner: owner, argument: 0, asked: container)
        guard let instance else { return .absent }
        if holds { held.append(instance) }
        return .instance(instance.facts)
    }

    private func all(_ kind: Int, in container: ModelContainer) -> ModelObservation {
        let resolution = ModelResolution(census: census, time: time)
        var seen: Set<ModelKey> = []
        var found: [(registration: ModelRegistration, owner: ModelContainer)] = []
        for level in container.lineage {
            let own = level.registrations.values.filter {
                $0.key.service == .kind(kind) && !$0.key.takesArgument && !seen.contains($0.key)
            }
            seen.formUnion(own.map(\.key))
            let contributed = level.contributions.filter { $0.key.service == .kind(kind) }
            found.insert(contentsOf: (own + contributed).sorted { $0.order < $1.order }.map { ($0, level) }, at: 0)
        }
        let instances = found.compactMap {
            try? resolution.instance($0.registration, owner: $0.owner, argument: 0, asked: container)
        }
        return .list(instances.map(\.facts))
    }
}

// MARK: - Changes

extension ModelPrediction {
    private func change(_ operation: ModelOperation) {
        switch operation {
        case .register(let number, let key, let scope, let needs):
            register(key, scope, needs: needs, in: container(number))
        case .contribute(let number, let kind, let scope):
            let key = ModelKey(service: .kind(kind), name: nil, takesArgument: false)
            container(number).contributions.append(ModelRegistration(key, order: order(), scope: scope))
        case .alias(let number, let target, let role, let name):
            guard configurable(target, in: container(number)) != nil else { return }
            let key = ModelKey(service: .role(role), name: name, takesArgument: target.takesArgument)
            install(ModelRegistration(key, order: order(), scope: .unique, target: target), in: container(number))
        case .decorate(let number, let kind, let name, let mark):
            let key = ModelKey(service: .kind(kind), name: name, takesArgument: false)
            container(number).decorations[key, default: []].append(mark)
        case .decorateRegistration(let number, let key, let mark):
            guard key.service != .kind(ModelKey.valueKind) else { return }
            configurable(key, in: container(number))?.marks.append(mark)
        case .overrideDeclared(let number, let declared):
            container(number).override(declared, by: ModelRegistration(declared: declared))
        case .resetDeclared(let number, let declared): container(number).override(declared, by: nil)
        case .reset(let number, let scope): container(number).reset(scope)
        case .removeAll(let number): container(number).removeAll()
        case .child(let number): add { ModelContainer(parent: container(number)) }
        case .copy(let number): add { ModelContainer(copying: container(number)) }
        case .overrides(let number, let key, let scope): add { overridden(container(number), key, scope) }
        case .discard(let number): if containers.count > 1 { containers.remove(at: number % containers.count) }
        case .letGo: held = []
        case .advanceClock: time += ModelSubject.tick
        default: break
        }
    }

    private func order() -> Int {
        defer { nextOrder += 1 }
        return nextOrder
    }

    private func add(_ make: () -> ModelContainer) {
        guard containers.count < ModelSubject.containerLimit else { return }
        containers.append(make())
    }

    /// A copy of a chain with an override at every level.
    private func overridden(_ container: ModelContainer, _ key: ModelKey, _ scope: ModelScope) -> ModelContainer {
        let copy = ModelContainer(copying: container)
        let override = register(key, scope, needs: nil, in: copy)
        override?.becomeOverride(isShared: copy.parent != nil)
        guard let override else { return copy }
        override.home = copy
        for level in copy.lineage.dropFirst() { install(override, in: level) }
        return copy
    }

    @discardableResult
    private func register(
        _ key: ModelKey,
        _ scope: ModelScope,
        needs: Int?,
        in container: ModelContainer
    ) -> ModelRegistration? {
        guard case .kind(let kind) = key.service else { return nil }
        guard kind != ModelKey.valueKind else {
            let key = ModelKey(service: key.service, name: key.name, takesArgument: false)
            let value = ModelInstance(census: census, dependency: nil)
            return install(ModelRegistration(key, order: order(), scope: .singleton, value: value), in: container)
        }
        return install(
            ModelRegistration(
                key,
                order: order(),
                scope: scope,
                needs: needs.flatMap { $0 < kind ? $0 : nil },
                fails: key.fails
            ),
            in: container
        )
    }

    @discardableResult
    private func install(_ registration: ModelRegistration, in container: ModelContainer) -> ModelRegistration {
        registration.owners += 1
        container.registrations.updateValue(registration, forKey: registration.key)?.unfile()
        return registration
    }

    /// The registration that a handle exists for.
    private func configurable(_ key: ModelKey, in container: ModelContainer) -> ModelRegistration? {
        guard let registration = container.registrations[key], !registration.isCopied else { return nil }
        return registration
    }
}

extension ModelKey {
    /// The key with and without an argument.
    var variants: [ModelKey] {
        var other = self
        other.takesArgument.toggle()
        return [self, other]
    }

    /// Whether a factory under this key throws.
    var fails: Bool { service == .kind(Self.failingKind) && name == 1 }
}
