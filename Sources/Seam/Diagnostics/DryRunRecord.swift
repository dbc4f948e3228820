/// The services, dependencies and failures that a dry run has seen.
///
/// It is a value without references to the containers of the run; the rules work on it.
struct DryRunRecord: Sendable {
    /// The identity of a service in all copies of a container.
    enum ID: Hashable, Sendable {
        /// A registration, by its place in the order of registrations.
        case registration(Int)
        /// A declared service, whose registration each copy makes anew.
        case declared(ServiceKey)
        /// A service that is not registered.
        case missing(ServiceKey)
    }

    struct Service: Sendable {
        let id: ID
        let key: ServiceKey
        let scope: Scope
        let location: CallSite?
        let kind: DependencyGraph.Node.Kind
    }

    /// A service as it is built for one container: for another one, it may get other services and decorators.
    struct Checked: Hashable, Sendable {
        let id: ID
        /// The container that was asked; `nil` if the service is built in the one that it is registered in.
        let asked: ObjectIdentifier?

        init(_ entry: RegistryEntry, for asked: Container) {
            id = entry.dryRunID
            self.asked = entry.settings.scope.lifetime.isOfAskedContainer ? ObjectIdentifier(asked) : nil
        }
    }

    struct Dependency: Hashable, Sendable {
        let from: ID
        let to: ID
        let kind: DependencyGraph.Edge.Kind
    }

    /// A dependency that is known to be missing, without a failed request.
    struct Missing: Sendable {
        let path: [ServiceKey]
        let kind: DependencyGraph.Edge.Kind
        let site: StaticCallSite
        let nearMisses: NearMisses
    }

    private(set) var services: [Service] = []
    private var indices: [ID: Int] = [:]
    private(set) var dependencies: [Dependency] = []
    private(set) var targets: [ID: ID] = [:]
    /// The dependencies that every build of a service asks for, as far as they are known without building.
    var certain: [ID: [ID]] = [:]
    /// The dependencies that are resolved later and held from then on.
    private(set) var heldLater: Set<Dependency> = []
    /// The containers in which the dependents of dependencies were built, each once.
    private(set) var builders: [Dependency: [ObjectIdentifier]] = [:]
    /// The services that were built.
    var built: Set<ID> = []
    /// The built services whose hooks have run, and those that were found to need no building.
    var checked: Set<Checked> = []
    var failures: [ResolutionError] = []
    var missing: [Missing] = []
    /// The paths to async services that lazy values can never read, and the places of the values.
    var unreadable: [(path: [ServiceKey], site: StaticCallSite)] = []
    var unchecked: [ServiceKey] = []
    /// The registrations with arguments for which there are no values, and the types of the samples that do not fit.
    var withoutSample: [(id: ID, samples: [[any Any.Type]])] = []

    mutating func add(_ service: Service) {
        guard indices[service.id] == nil else { return }
        indices[service.id] = services.count
        services.append(service)
    }

    /// Adds a dependency.
    ///
    /// - Parameters:
    ///   - builder: The container in which the dependent is built.
    ///   - isHeldLater: Whether the service is resolved later, and held from then on.
    mutating func add(_ dependency: Dependency, in builder: ObjectIdentifier, isHeldLater: Bool = false) {
        if builders[dependency] == nil { dependencies.append(dependency) }
        if builders[dependency]?.contains(builder) != true { builders[dependency, default: []].append(builder) }
        if dependency.kind == .alias { targets[dependency.from] = dependency.to }
        if isHeldLater { heldLater.insert(dependency) }
    }

    /// Whether a service could not be checked.
    func isUnchecked(_ key: ServiceKey) -> Bool { unchecked.contains { $0.dryRunID == key.dryRunID } }

    /// Whether a kept service could not be checked: once such a service is built, synchronous requests find it.
    var hasUncheckedKeptService: Bool {
        unchecked.contains(where: mayBeFound)
    }

    mutating func addUnchecked(_ entry: RegistryEntry) {
        if !isUnchecked(entry.key) { unchecked.append(entry.key) }
    }

    /// Whether a request may find an instance of a service that another one has built.
    func mayBeFound(_ key: ServiceKey) -> Bool { self[key.dryRunID]?.scope.lifetime.outlivesRequests ?? true }

    /// Whether a service is kept once it is built, and could not be built.
    func hasFailedToKeep(_ key: ServiceKey) -> Bool {
        self[key.dryRunID] != nil && mayBeFound(key)
            && failures.contains { $0.path.first?.dryRunID == key.dryRunID }
    }

    /// The service at the end of a chain of aliases, whose scope is that of the aliases; the service itself if it is no
    /// alias.
    ///
    /// The number of steps is limited, since aliases may form a circle.
    func end(of service: Service) -> Service {
        let chain = sequence(first: service) { targets[$0.id].flatMap { self[$0] } }
        return Array(chain.prefix(services.count)).last ?? service
    }

    /// The service with an identity, if the run has seen it.
    subscript(id: ID) -> Service? { indices[id].map { services[$0] } }
}

extension DryRunRecord.Service {
    init(_ entry: RegistryEntry) {
        self.init(
            id: entry.dryRunID,
            key: entry.key,
            scope: entry.settings.scope,
            location: entry.site.callSite,
            kind: DependencyGraph.Node.Kind(of: entry)
        )
    }
}

extension RegistryEntry {
    /// The identity of the registration in all copies of its container.
    var dryRunID: DryRunRecord.ID { kind == .declaration ? .declared(key) : .registration(order) }
}

extension ServiceKey {
    /// The identity of the service that the key stands for in a path.
    var dryRunID: DryRunRecord.ID {
        if let order { return .registration(order) }
        return declaration == nil ? .missing(self) : .declared(self)
    }
}
