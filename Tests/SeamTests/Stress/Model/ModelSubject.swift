import Seam
import TestKit

/// Runs operations on the library, and returns their visible results.
final class ModelSubject {
    static let period = 10
    static let tick = 4
    static let containerLimit = 6

    let census: ModelCensus
    private let clock: ManualClock
    private var levels: [Level]
    private var held: [any ModelService] = []
    /// Faults of instances that need no model to be seen.
    private(set) var complaints: [String] = []

    /// A container, and the handles of the registrations that were made in it.
    private struct Level {
        let container: Container
        var handles: [ModelKey: Handle] = [:]
    }

    private struct Handle {
        let alias: (_ role: Int, _ name: ServiceName?) -> Void
        let decorate: (_ mark: Int) -> Void
    }

    init(
        census: ModelCensus = ModelCensus(),
        clock: ManualClock = ManualClock(),
        containers: [Container] = [Container()]
    ) {
        self.census = census
        self.clock = clock
        levels = containers.map { Level(container: $0) }
    }

    func perform(_ operation: ModelOperation) -> ModelObservation {
        switch operation {
        case .resolve(let number, let key, let argument, let holds):
            return resolve(key, argument: argument, holds: holds, in: container(number))
        case .optional(let number, let kind, let name):
            return optional(ModelKinds.all[kind], name: name, in: container(number))
        case .all(let number, let kind):
            return all(ModelKinds.all[kind], in: container(number))
        case .isRegistered(let number, let key):
            return .flag(isRegistered(key, in: container(number)))
        case .unregister(let number, let key):
            for key in key.variants { levels[number % levels.count].handles[key] = nil }
            return .flag(unregister(key, in: container(number)))
        case .resolveDeclared(let number, let declared, let holds):
            let thing = container(number).declared(declared, census)()
            if holds { held.append(thing) }
            return .instance(thing.facts)
        case .isOverridden(let number, let declared):
            return .flag(container(number).declared(declared, census).isOverridden)
        default:
            change(operation)
            return .nothing
        }
    }

    private func container(_ number: Int) -> Container { levels[number % levels.count].container }
}

// MARK: - Requests

extension ModelSubject {
    private func resolve(_ key: ModelKey, argument: Int, holds: Bool, in container: Container) -> ModelObservation {
        func observe<Service>(
            _ type: Service.Type,
            as upcast: (Service) -> any ModelService
        ) -> ModelObservation {
            do throws(ResolutionError) {
                let name = key.serviceName
                let service = upcast(
                    key.takesArgument
                        ? try container.tryResolve(type, name: name, arguments: argument)
                        : try container.tryResolve(type, name: name)
                )
                if holds { held.append(service) }
                return .instance(service.facts)
            } catch {
                return .failed(error.code.description)
            }
        }
        func observe<Kind: ModelKind>(kind: Kind.Type) -> ModelObservation {
            observe(ModelThing<Kind>.self) { [self] thing in
                check(thing, key)
                return thing
            }
        }
        switch key.service {
        case .role(0): return observe((any ModelRoleA).self) { $0 }
        case .role, .declared: return observe((any ModelRoleB).self) { $0 }
        case .kind(let kind): return observe(kind: ModelKinds.all[kind])
        }
    }

    private func check(_ thing: some ModelService, _ key: ModelKey) {
        guard thing.origin.name != key.name || thing.origin.service != key.service else { return }
        complaints.append("\(key) gave an instance of \(thing.origin)")
    }

    private func optional<Kind: ModelKind>(_: Kind.Type, name: Int?, in container: Container) -> ModelObservation {
        let key = ModelKey(service: .kind(0), name: name, takesArgument: false)
        guard let thing = container.optional(ModelThing<Kind>.self, name: key.serviceName) else { return .absent }
        return .instance(thing.facts)
    }

    private func all<Kind: ModelKind>(_: Kind.Type, in container: Container) -> ModelObservation {
        .list(container.all(ModelThing<Kind>.self).map(\.facts))
    }

    private func isRegistered(_ key: ModelKey, in container: Container) -> Bool {
        func ask<Kind: ModelKind>(_: Kind.Type) -> Bool {
            container.isRegistered(ModelThing<Kind>.self, name: key.serviceName)
        }
        switch key.service {
        case .role(0): return container.isRegistered((any ModelRoleA).self, name: key.serviceName)
        case .role, .declared: return container.isRegistered((any ModelRoleB).self, name: key.serviceName)
        case .kind(let kind): return ask(ModelKinds.all[kind])
        }
    }

    private func unregister(_ key: ModelKey, in container: Container) -> Bool {
        func take<Kind: ModelKind>(_: Kind.Type) -> Bool {
            container.unregister(ModelThing<Kind>.self, name: key.serviceName)
        }
        switch key.service {
        case .role(0): return container.unregister((any ModelRoleA).self, name: key.serviceName)
        case .role, .declared: return container.unregister((any ModelRoleB).self, name: key.serviceName)
        case .kind(let kind): return take(ModelKinds.all[kind])
        }
    }
}

// MARK: - Changes

extension ModelSubject {
    private func change(_ operation: ModelOperation) {
        switch operation {
        case .register(let number, let key, let scope, let needs):
            guard case .kind(let kind) = key.service else { return }
            let isValue = kind == ModelKey.valueKind
            let key = ModelKey(service: key.service, name: key.name, takesArgument: key.takesArgument && !isValue)
            levels[number % levels.count].handles[key] = register(
                ModelKinds.all[kind],
                key,
                scope,
                needs: needs.flatMap { $0 < kind ? $0 : nil },
                in: container(number)
            )
        case .contribute(let number, let kind, let scope):
            contribute(ModelKinds.all[kind], kind: kind, scope, in: container(number))
        case .alias(let number, let target, let role, let name):
            let key = ModelKey(service: .role(role), name: name, takesArgument: false)
            levels[number % levels.count].handles[target]?.alias(role, key.serviceName)
        case .decorate(let number, let kind, let name, let mark):
            let key = ModelKey(service: .kind(kind), name: name, takesArgument: false)
            decorate(ModelKinds.all[kind], name: key.serviceName, mark: mark, in: container(number))
        case .decorateRegistration(let number, let key, let mark):
            guard key.service != .kind(ModelKey.valueKind) else { return }
            levels[number % levels.count].handles[key]?.decorate(mark)
        case .overrideDeclared(let number, let declared):
            container(number).declared(declared, census)
                .register { [census] in Container.declaredThing(declared, census) }
        case .resetDeclared(let number, let declared): container(number).declared(declared, census).reset()
        case .reset(let number, let scope): container(number).reset(scope.map(self.scope))
        case .removeAll(let number):
            levels[number % levels.count].handles = [:]
            container(number).removeAll()
        case .child(let number): add { Container(parent: container(number)) }
        case .copy(let number): add { Container(copying: container(number)) }
        case .overrides(let number, let key, let scope): add { overridden(container(number), key, scope) }
        case .discard(let number): if levels.count > 1 { levels.remove(at: number % levels.count) }
        case .letGo: held = []
        case .advanceClock: clock.advance(by: .seconds(Self.tick))
        default: break
        }
    }

    private func overridden(_ container: Container, _ key: ModelKey, _ scope: ModelScope) -> Container {
        guard case .kind(let kind) = key.service else { return container }
        return withContainer(container) {
            withOverrides {
                _ = register(ModelKinds.all[kind], key, scope, needs: nil, in: $0)
            } operation: {
                .current
            }
        }
    }

    private func add(_ make: () -> Container) {
        guard levels.count < Self.containerLimit else { return }
        levels.append(Level(container: make()))
    }

    private func scope(_ scope: ModelScope) -> Scope {
        switch scope {
        case .unique: .unique
        case .graph: .graph
        case .cached: .cached
        case .named: .cached("named")
        case .expiring: .cached(for: .seconds(Self.period), clock: clock)
        case .shared: .shared
        case .container: .container
        case .singleton: .singleton
        case .custom: Scope("custom") { StrongStorage() }
        }
    }

    private func decorate<Kind: ModelKind>(_: Kind.Type, name: ServiceName?, mark: Int, in container: Container) {
        container.decorate(ModelThing<Kind>.self, name: name) { thing, _ in ModelThing(decorating: thing, mark: mark) }
    }

    private func contribute<Kind: ModelKind>(_: Kind.Type, kind: Int, _ scope: ModelScope, in container: Container) {
        let origin = ModelKey(service: .kind(kind), name: nil, takesArgument: false)
        container.contribute { [census] in ModelThing<Kind>(origin, census: census, dependency: nil) }
            .scope(self.scope(scope))
    }

    private func register<Kind: ModelKind>(
        _: Kind.Type,
        _ key: ModelKey,
        _ scope: ModelScope,
        needs: Int?,
        in container: Container
    ) -> Handle {
        let name = key.serviceName
        let make: @Sendable (Resolver) throws -> ModelThing<Kind> = { [census] resolver in
            if key.fails { throw ModelFailure.factoryFailed }
            let dependency = needs.flatMap { Self.dependency(ModelKinds.all[$0], resolver) }
            return ModelThing(key, census: census, dependency: dependency)
        }
        guard key.service != .kind(ModelKey.valueKind) else {
            let value = ModelThing<Kind>(key, census: census, dependency: nil)
            return Self.handle(container.register(name: name, value: value))
        }
        guard key.takesArgument else {
            return Self.handle(container.register(name: name) { r in try make(r) }.scope(self.scope(scope)))
        }
        return Self.handle(
            container.register(name: name) { (r: Resolver, _: Int) in try make(r) }.scope(self.scope(scope))
        )
    }

    private static func dependency<Kind: ModelKind>(_: Kind.Type, _ resolver: Resolver) -> (any ModelService)? {
        resolver.optional(ModelThing<Kind>.self)
    }

    private static func handle<Kind: ModelKind, each Argument>(
        _ registration: Registration<ModelThing<Kind>, repeat each Argument>
    ) -> Handle {
        Handle(
            alias: { role, name in
                if role == 0 {
                    registration.implements((any ModelRoleA).self, name: name)
                } else {
                    registration.implements((any ModelRoleB).self, name: name) { $0 }
                }
            },
            decorate: { mark in
                registration.decorate { thing, _ in ModelThing(decorating: thing, mark: mark) }
            }
        )
    }
}

extension Container {
    /// A declared factory of the model test.
    fileprivate func declared(_ number: Int, _ census: ModelCensus) -> Factory<ModelKinds.DeclaredThing> {
        switch ModelKey.declaredScopes[number] {
        case .graph: return self { Self.declaredThing(number, census) }.graph
        case .cached: return self { Self.declaredThing(number, census) }.cached
        case .singleton: return self { Self.declaredThing(number, census) }.singleton
        case .shared: return self { Self.declaredThing(number, census) }.shared
        case .container: return self { Self.declaredThing(number, census) }.scope(.container)
        default: return self { Self.declaredThing(number, census) }
        }
    }

    fileprivate static func declaredThing(_ number: Int, _ census: ModelCensus) -> ModelKinds.DeclaredThing {
        let key = ModelKey(service: .declared(number), name: nil, takesArgument: false)
        return ModelThing(key, census: census, dependency: ModelKinds.declaredDependency(in: .current))
    }
}

extension ModelKey {
    var serviceName: ServiceName? { name.map { $0 == 0 ? "a" : "b" } }
}
