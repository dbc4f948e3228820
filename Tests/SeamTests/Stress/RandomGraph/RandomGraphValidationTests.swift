import Foundation
import Seam
import TestKit
import Testing

/// Random graphs that are validated, and compared with the requests for each of their services.
///
/// A failing round prints its seed. `SEAM_GRAPH_SEED` and `SEAM_GRAPH_SECONDS` work as in ``RandomGraphStressTests``.
@Suite(.serialized)
struct RandomGraphValidationTests {
    private static let environment = ProcessInfo.processInfo.environment
    private static let seed = environment["SEAM_GRAPH_SEED"].flatMap { UInt64($0) } ?? .random(in: 0..<1_000_000_000)
    private static let seconds = environment["SEAM_GRAPH_SECONDS"].flatMap { Double($0) } ?? 2

    @Test(.timeLimit(.minutes(10)), arguments: [RandomGraphPlan.Kind.acyclic, .cyclic])
    func validationFindsWhatRequestsFind(kind: RandomGraphPlan.Kind) async throws {
        print("Validated graphs, \(kind.rawValue): SEAM_GRAPH_SEED=\(Self.seed)")
        let end = ContinuousClock.now + .seconds(Self.seconds)
        var rounds: UInt64 = 0
        var faults = 0
        repeat {
            let round = ValidatedGraph(seed: Self.seed &+ rounds, kind: kind)
            if let difference = try await round.difference(&faults) {
                Issue.record("SEAM_GRAPH_SEED=\(Self.seed &+ rounds), \(kind.rawValue): \(difference)")
                return
            }
            rounds += 1
        } while ContinuousClock.now < end
        print("Validated graphs, \(kind.rawValue): \(rounds) rounds with \(faults) faults")
    }
}

/// The faults of a graph.
private struct Faults: Sendable {
    private(set) var missing: Set<ServiceKey> = []
    private(set) var circles: Set<Set<ServiceKey>> = []
    /// The services whose factories throw.
    private(set) var throwing: Set<ServiceKey> = []
    /// The async services that were asked for synchronously.
    var refused: Set<ServiceKey> = []
    /// The services that hold another one too long, each with the other one.
    var captives: Set<[ServiceKey]> = []
    /// The findings of kinds that no graph has.
    private(set) var others: Set<String> = []

    var count: Int {
        missing.count + circles.count + throwing.count + refused.count + captives.count + others.count
    }

    mutating func add(_ code: ResolutionError.Code, _ path: [ServiceKey]) {
        guard let last = path.last else { return }
        switch code {
        case .notRegistered: missing.insert(last)
        case .circularDependency: circles.insert(Set(path[(path.firstIndex(of: last) ?? 0)...]))
        case .factoryFailed: throwing.insert(last)
        case .requiresAsync: refused.insert(last)
        default: others.insert("\(code) \(last)")
        }
    }

    mutating func add(_ finding: ValidationFinding) {
        switch finding.kind {
        case .missing: add(.notRegistered, finding.path)
        case .cycle: add(.circularDependency, finding.path)
        case .captive: captives.insert([finding.path[0], finding.key])
        case .factoryFailed:
            let isThrown = finding.description.hasPrefix("Building ")
            add(isThrown ? .factoryFailed : .requiresAsync, finding.path)
        default: others.insert("\(finding.kind) \(finding.key)")
        }
    }

    /// The faults that are not here; of several circles through one service, one is enough.
    func subtracted(from other: Faults) -> Faults {
        var rest = Faults()
        rest.missing = other.missing.subtracting(missing)
        rest.circles = other.circles.filter { circle in circles.allSatisfy { $0.isDisjoint(with: circle) } }
        rest.throwing = other.throwing.subtracting(throwing)
        rest.refused = other.refused.subtracting(refused)
        rest.captives = other.captives.subtracting(captives)
        rest.others = other.others.subtracting(others)
        return rest
    }

    mutating func formUnion(_ other: Faults) {
        missing.formUnion(other.missing)
        circles.formUnion(other.circles)
        throwing.formUnion(other.throwing)
        refused.formUnion(other.refused)
        captives.formUnion(other.captives)
        others.formUnion(other.others)
    }
}

extension RandomGraphPlan {
    /// The services that hold another one too long, if every service is built.
    fileprivate var captives: Set<[ServiceKey]> {
        var found: Set<[ServiceKey]> = []
        for holder in services {
            var (open, seen) = ([holder], Set([holder.number]))
            while let service = open.popLast() {
                for number in needed(by: service) where seen.insert(number).inserted {
                    let other = services[number]
                    if outlasts(holder.scope, other.scope) { found.insert([key(holder), key(other)]) }
                    if !isKeptForAKnownTime(other) { open.append(other) }
                }
            }
        }
        return found
    }

    /// Whether the scope of a service decides how long its instance lives, and not the holders of the instance.
    private func isKeptForAKnownTime(_ service: Service) -> Bool {
        let expiring = Self.scopes[3]
        return [.singleton, .cached, .container, expiring].contains(service.scope)
    }

    private func needed(by service: Service) -> [Int] {
        // The service that an async factory asks for from outside is its first dependency.
        let outside = service.asking != .outside ? 0 : service.isAsync ? 1 : service.dependencies.count
        return service.dependencies.dropFirst(outside)
            + [service.created, service.resolved, service.decoration].compactMap { $0 }.flatMap { $0 }
    }

    private func outlasts(_ holder: Scope, _ held: Scope) -> Bool {
        let expiring = Self.scopes[3]
        return holder == .singleton
            ? [.cached, .container, expiring].contains(held) : holder == .cached && held == expiring
    }

    private func key(_ service: Service) -> ServiceKey {
        let container = Container()
        container.register(name: RandomGraphAssembly.name(service.number)) { () throws -> GraphNode in
            throw CancellationError()
        }
        return container.registrations[0].key
    }
}

/// A random graph without some of its services, and with some that cannot be built.
private struct ValidatedGraph {
    private let assembly: RandomGraphAssembly
    private let removed: Set<Int>
    /// Whether every service can be built.
    private let isWhole: Bool

    init(seed: UInt64, kind: RandomGraphPlan.Kind) {
        var plan = RandomGraphPlan(seed: seed, kind: kind)
        var generator = SeededGenerator(seed: seed)
        let failing = Int.random(in: 0..<3 * plan.services.count, using: &generator)
        for index in plan.services.indices {
            // The faults of a request must not depend on the requests before it, nor on the order of tasks.
            plan.services[index].failures = index == failing ? .max : 0
            let asking = plan.services[index].asking
            // In a circle, it matters which of two services is built first.
            if asking == .group || (asking == .asyncLet && kind.isCyclic) { plan.services[index].asking = .oneByOne }
            // Whether a shared service closes a circle may depend on how long others hold it.
            if kind.isCyclic, plan.services[index].scope == .shared { plan.services[index].scope = .cached }
        }
        let numbers = plan.services.map(\.number).shuffled(using: &generator)
        removed = Set(numbers.prefix(Int.random(in: 0...2, using: &generator)))
        isWhole = !kind.isCyclic && removed.isEmpty && failing >= plan.services.count
        assembly = RandomGraphAssembly(plan)
    }

    private var container: Container {
        let container = Container()
        assembly.register(in: container, child: Container(parent: container))
        for number in removed { container.unregister(GraphNode.self, name: RandomGraphAssembly.name(number)) }
        return container
    }

    /// Compares the findings of a validation with the failures of requests, and with the plan.
    ///
    /// - Parameter faults: The number of faults that were found so far.
    /// - Returns: The difference, if there is one.
    func difference(_ faults: inout Int) async throws -> String? {
        defer { assembly.stranger.letGo() }
        var alone = await self.faults(after: [])
        var all = alone
        all.captives = assembly.plan.captives
        if isWhole { alone.captives = all.captives }
        // A validation builds async services first.
        alone.refused = []
        faults += alone.count
        for number in removed {
            if let error = await failure(of: assembly.plan.services[number], byAlias: false, in: container) {
                all.add(error.code, error.path)
            }
        }
        var found = Faults()
        // On a busy machine, an async service may not be built within the second that a validation waits for it.
        for _ in 0..<3 {
            found = try await Deadline.valueOnThread { findings }
            if found.subtracted(from: alone).count == 0 { break }
        }
        for built in histories {
            if all.subtracted(from: found).count == 0 { break }
            all.formUnion(await self.faults(after: built))
        }
        return text(overlooked: found.subtracted(from: alone), invented: all.subtracted(from: found))
    }

    /// Services that a container may have built before a request, and without which the request may not fail.
    ///
    /// A synchronous service may need an async one that was built before, or get past a circle only when another
    /// request has built a part of that.
    private var histories: [[RandomGraphPlan.Service]] {
        let services = assembly.plan.services
        let asynchronous = services.filter(\.isAsync)
        let sets = (0..<(1 << asynchronous.count)).reversed().prefix(256)
            .map { choice in
                asynchronous.enumerated().filter { choice & (1 << $0.offset) != 0 }.map(\.element)
            }
        var generator = SeededGenerator(seed: assembly.plan.seed)
        let orders = (0..<256).map { services.shuffled(using: &generator).prefix(1 + $0 % services.count) }
        return sets + orders.map(Array.init)
    }

    private func text(overlooked: Faults, invented: Faults) -> String? {
        guard overlooked.count + invented.count > 0 else { return nil }
        let services = assembly.plan.services.map { removed.contains($0.number) ? "\($0) (removed)" : "\($0)" }
        return (["not found: \(overlooked)", "found, and no fault: \(invented)"] + services).joined(separator: "\n  ")
    }

    private var findings: Faults {
        var faults = Faults()
        do throws(ValidationError) {
            try container.validate()
        } catch {
            for finding in error.findings { faults.add(finding) }
        }
        return faults
    }

    /// The faults of a request for each key, each in a container of its own that has built some async services.
    private func faults(after built: [RandomGraphPlan.Service]) async -> Faults {
        var faults = Faults()
        for service in assembly.plan.services {
            for byAlias in service.alias == nil ? [false] : [false, true] {
                guard byAlias || !removed.contains(service.number) else { continue }
                let container = container
                for other in built { _ = await failure(of: other, byAlias: false, in: container) }
                guard let error = await failure(of: service, byAlias: byAlias, in: container) else { continue }
                faults.add(error.code, error.path)
            }
        }
        return faults
    }

    private func failure(
        of service: RandomGraphPlan.Service,
        byAlias: Bool,
        in container: Container
    ) async -> ResolutionError? {
        let name = RandomGraphAssembly.name(service.number)
        do {
            switch (service.isAsync, byAlias) {
            case (true, true): _ = try await container.resolveAsync((any GraphAlias).self, name: name)
            case (true, false): _ = try await container.resolveAsync(GraphNode.self, name: name)
            case (false, true): _ = try synchronous((any GraphAlias).self, name, container)
            case (false, false): _ = try synchronous(GraphNode.self, name, container)
            }
            return nil
        } catch {
            return error as? ResolutionError
        }
    }

    private func synchronous<Service>(
        _ type: Service.Type,
        _ name: ServiceName,
        _ container: Container
    ) throws -> Service {
        try container.tryResolve(type, name: name)
    }
}
