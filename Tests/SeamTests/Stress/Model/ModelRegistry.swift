/// The model: what a container is supposed to do, in plain dictionaries and one thread.
///
/// The model uses automatic reference counting, as the library does, so that weak scopes and releases can be compared.
final class ModelContainer {
    let parent: ModelContainer?
    var registrations: [ModelKey: ModelRegistration] = [:]
    var contributions: [ModelRegistration] = []
    /// The overrides of declared factories.
    var overrides: [Int: ModelRegistration] = [:]
    /// The declarations that this container keeps, as the outermost of its chain.
    private var declarations: [Int: ModelRegistration] = [:]
    var decorations: [ModelKey: [Int]] = [:]
    /// The instances of the `container` scope.
    var asked: [ModelAsked: ModelInstance] = [:]

    init(parent: ModelContainer?) { self.parent = parent }

    convenience init(copying other: ModelContainer) {
        var overrides: [Int: ModelRegistration] = [:]
        self.init(copying: other, &overrides)
        for override in overrides.values { override.home = self }
    }

    /// - Parameter shared: The copies of registrations that several levels have.
    private init(copying other: ModelContainer, _ shared: inout [Int: ModelRegistration]) {
        parent = other.parent.map { ModelContainer(copying: $0, &shared) }
        for (key, registration) in other.registrations {
            let copy = registration.isOverride ? shared[registration.order] ?? registration.copy() : registration.copy()
            if registration.isOverride { shared[registration.order] = copy }
            copy.owners += 1
            registrations[key] = copy
        }
        contributions = other.contributions.map { $0.copy() }
        overrides = other.overrides.mapValues { $0.copy() }
        decorations = other.decorations
    }

    deinit { for registration in registrations.values { registration.unfile() } }

    /// This container and those above.
    var lineage: [ModelContainer] { [self] + (parent?.lineage ?? []) }

    func nearest(_ key: ModelKey) -> (registration: ModelRegistration, owner: ModelContainer)? {
        for container in lineage {
            guard let registration = container.registrations[key] else { continue }
            // The innermost level that has an override keeps its instance.
            let home = registration.home?.lineage.first { $0.has(registration) }
            return (registration, home ?? container)
        }
        return nil
    }

    func has(_ registration: ModelRegistration) -> Bool { registrations[registration.key] === registration }

    /// The declared factory of a number: the nearest override, or the declaration.
    func declared(_ number: Int) -> (registration: ModelRegistration, owner: ModelContainer) {
        for container in lineage {
            if let override = container.overrides[number] { return (override, container) }
        }
        return (outermost.declaration(number), outermost)
    }

    private var outermost: ModelContainer { parent?.outermost ?? self }

    private func declaration(_ number: Int) -> ModelRegistration {
        if let declaration = declarations[number] { return declaration }
        let declaration = ModelRegistration(declared: number)
        declarations[number] = declaration
        return declaration
    }

    /// Puts an override in place of the former one, or of the declaration.
    ///
    /// The instance of this container, which it keeps because it was asked, is dropped: that of the registration which
    /// the override replaces, or of the one which a reset restores.
    func override(_ number: Int, by override: ModelRegistration?) {
        let replaced = declared(number).registration
        overrides[number]?.drop()
        if parent == nil { declarations[number]?.drop() }
        overrides[number] = override
        let dropped = override == nil ? declared(number).registration : replaced
        asked = asked.filter { $0.key.registration !== dropped }
    }

    func remove(_ key: ModelKey) -> Bool {
        guard let removed = registrations.removeValue(forKey: key) else { return false }
        removed.unfile()
        return true
    }

    func reset(_ scope: ModelScope?) {
        for registration in everything
        where registration.value == nil && (scope == nil || registration.scope == scope) {
            registration.kept = [:]
        }
        asked = asked.filter { scope != nil && $0.key.registration.scope != scope }
    }

    private var everything: [ModelRegistration] {
        registrations.values + contributions + overrides.values + declarations.values
    }

    func removeAll() {
        reset(nil)
        for registration in registrations.values { registration.unfile() }
        registrations = [:]
        for registration in everything { registration.drop() }
        contributions = []
        overrides = [:]
        declarations = [:]
        decorations = [:]
    }
}

/// A registration of the model.
final class ModelRegistration {
    let key: ModelKey
    let order: Int
    let scope: ModelScope
    let needs: Int?
    let fails: Bool
    let value: ModelInstance?
    /// The target of an alias.
    let target: ModelKey?
    /// Whether it was copied from another container: then there is no handle to configure it with.
    private(set) var isCopied = false
    /// Whether every level of a chain has it.
    private(set) var isOverride = false
    /// The innermost container that has it, if it is an override.
    weak var home: ModelContainer?
    /// The number of containers that have it.
    var owners = 0
    var marks: [Int] = []
    var kept: [Int: ModelHolding] = [:]
    var askers: [ModelAsker] = []

    init(
        _ key: ModelKey,
        order: Int,
        scope: ModelScope,
        needs: Int? = nil,
        fails: Bool = false,
        value: ModelInstance? = nil,
        target: ModelKey? = nil
    ) {
        self.key = key
        self.order = order
        self.scope = scope
        self.needs = needs
        self.fails = fails
        self.value = value
        self.target = target
    }

    /// A declared factory, or an override of it; it needs the service of the first kind.
    convenience init(declared number: Int, order: Int = 0) {
        self.init(
            ModelKey(service: .declared(number), name: nil, takesArgument: false),
            order: order,
            scope: ModelKey.declaredScopes[number],
            needs: 0
        )
    }

    func copy() -> ModelRegistration {
        let copy = ModelRegistration(
            key,
            order: order,
            scope: scope,
            needs: needs,
            fails: fails,
            value: value,
            target: target
        )
        copy.marks = marks
        copy.isCopied = true
        copy.isOverride = isOverride
        return copy
    }

    /// Makes it an override, which has no handle afterwards.
    ///
    /// - Parameter isShared: Whether there are several levels that have it.
    func becomeOverride(isShared: Bool) { (isCopied, isOverride) = (true, isShared) }

    /// Drops its instances because one container does not have it any more.
    func unfile() {
        owners -= 1
        if owners > 0 { kept = [:] } else { drop() }
    }

    /// Drops its instances in all containers that keep them.
    func drop() {
        kept = [:]
        for asker in askers {
            guard let container = asker.container else { continue }
            container.asked = container.asked.filter { $0.key.registration !== self }
        }
    }
}

/// The lifetime of an instance in the model.
enum ModelHolding {
    case strong(ModelInstance, birth: Int)
    case weak(ModelWeak)
}

struct ModelWeak {
    weak var instance: ModelInstance?
}

struct ModelAsker {
    weak var container: ModelContainer?
}

/// The key of an instance of the `container` scope.
struct ModelAsked: Hashable {
    let registration: ModelRegistration
    let argument: Int

    static func == (left: Self, right: Self) -> Bool {
        left.registration === right.registration && left.argument == right.argument
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(ObjectIdentifier(registration))
        hasher.combine(argument)
    }
}

/// An instance of the model.
final class ModelInstance {
    let facts: ModelFacts
    private let census: ModelCensus
    private let dependency: ModelInstance?
    private let decorated: ModelInstance?

    init(census: ModelCensus, dependency: ModelInstance?) {
        facts = ModelFacts(number: census.birth(), needs: dependency?.facts.number)
        self.census = census
        self.dependency = dependency
        decorated = nil
    }

    init(decorating instance: ModelInstance, mark: Int) {
        facts = ModelFacts(
            number: instance.census.birth(),
            marks: instance.facts.marks + [mark],
            needs: instance.facts.needs
        )
        census = instance.census
        dependency = instance.dependency
        decorated = instance
    }

    deinit { census.death() }
}
