import Seam
import Synchronization

/// Counts the instances that were made and those that are alive.
final class ModelCensus: Sendable {
    private let made = Atomic<Int>(0)
    private let living = Atomic<Int>(0)

    var livingCount: Int { living.load(ordering: .sequentiallyConsistent) }

    /// The number of a new instance.
    func birth() -> Int {
        living.add(1, ordering: .sequentiallyConsistent)
        return made.add(1, ordering: .sequentiallyConsistent).newValue
    }

    func death() {
        living.subtract(1, ordering: .sequentiallyConsistent)
    }
}

/// The protocol of all services of the model test.
protocol ModelService: AnyObject, Sendable {
    var facts: ModelFacts { get }
    /// The name and argument that it was built for.
    var origin: ModelKey { get }
}

protocol ModelRoleA: ModelService {}
protocol ModelRoleB: ModelService {}

/// A service of the model test; each kind is a type of its own.
final class ModelThing<Kind: ModelKind>: ModelRoleA, ModelRoleB {
    let facts: ModelFacts
    let origin: ModelKey
    private let census: ModelCensus
    private let dependency: (any ModelService)?
    private let decorated: ModelThing?

    init(_ origin: ModelKey, census: ModelCensus, dependency: (any ModelService)?) {
        facts = ModelFacts(number: census.birth(), needs: dependency?.facts.number)
        self.origin = origin
        self.census = census
        self.dependency = dependency
        decorated = nil
    }

    init(decorating thing: ModelThing, mark: Int) {
        facts = ModelFacts(number: thing.census.birth(), marks: thing.facts.marks + [mark], needs: thing.facts.needs)
        origin = thing.origin
        census = thing.census
        dependency = thing.dependency
        decorated = thing
    }

    deinit { census.death() }
}

/// The types that distinguish the kinds.
protocol ModelKind: SendableMetatype {}

enum ModelKinds {
    private enum Zero: ModelKind {}
    private enum One: ModelKind {}
    private enum Two: ModelKind {}
    private enum Three: ModelKind {}
    private enum Four: ModelKind {}

    enum Declared: ModelKind {}
    /// The service of all declared factories.
    typealias DeclaredThing = ModelThing<Declared>

    static let all: [any ModelKind.Type] = [Zero.self, One.self, Two.self, Three.self, Four.self]

    /// The service that declared ones need, if it is registered.
    static func declaredDependency(in container: Container) -> (any ModelService)? {
        container.optional(ModelThing<Zero>.self)
    }
}
