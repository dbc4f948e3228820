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

/// The faults of a graph: missing services, and circles.
private struct Faults: Sendable {
    private(set) var missing: Set<ServiceKey> = []
    private(set) var circles: Set<Set<ServiceKey>> = []

    var count: Int { missing.count + circles.count }

    mutating func add(_ code: ResolutionError.Code, _ path: [ServiceKey]) {
        guard let last = path.last else { return }
        if code == .notRegistered { missing.insert(last) }
        if code == .circularDependency { circles.insert(Set(path[(path.firstIndex(of: last) ?? 0)...])) }
    }

    mutating func formUnion(_ other: Faults) {
        missing.formUnion(other.missing)
        circles.formUnion(other.circles)
    }
}

/// A random graph without some of its services.
private struct ValidatedGraph {
    private let assembly: RandomGraphAssembly
    private let removed: Set<Int>

    init(seed: UInt64, kind: RandomGraphPlan.Kind) {
        var plan = RandomGraphPlan(seed: seed, kind: kind)
        for index in plan.services.indices {
            // The faults of a request must not depend on the requests before it, nor on the order of tasks.
            plan.services[index].failures = 0
            if plan.services[index].asking == .group { plan.services[index].asking = .oneByOne }
        }
        var generator = SeededGenerator(seed: seed)
        let numbers = plan.services.map(\.number).shuffled(using: &generator)
        removed = Set(numbers.prefix(Int.random(in: 0...2, using: &generator)))
        assembly = RandomGraphAssembly(plan)
    }

    private var container: Container {
        let container = Container()
        assembly.register(in: container, child: Container(parent: container))
        for number in removed { container.unregister(GraphNode.self, name: RandomGraphAssembly.name(number)) }
        return container
    }

    /// Compares the findings of a validation with the failures of requests.
    ///
    /// - Parameter faults: The number of faults that were found so far.
    /// - Returns: The difference, if there is one.
    func difference(_ faults: inout Int) async throws -> String? {
        let requested = await requested()
        var difference: String?
        // On a busy machine, an async service may not be built within the second that a validation waits for it.
        for _ in 0..<3 {
            let found = try await Deadline.valueOnThread { findings }
            difference = self.difference(found, requested.alone, requested.all)
            if difference == nil { break }
        }
        assembly.stranger.letGo()
        faults += requested.alone.count
        return difference
    }

    private func difference(_ found: Faults, _ alone: Faults, _ all: Faults) -> String? {
        let lists = [
            ("missing, but not found", alone.missing.subtracting(found.missing).map(\.description)),
            ("found, but not missing", found.missing.subtracting(all.missing).map(\.description)),
            ("circular, but not found", alone.circles.isEmpty || !found.circles.isEmpty ? [] : ["\(alone.circles)"]),
            ("found, but not circular", found.circles.subtracting(all.circles).map { "\($0)" }),
        ]
        let text = lists.filter { !$0.1.isEmpty }.map { "\($0.0): \($0.1)" }
        guard !text.isEmpty else { return nil }
        let services = assembly.plan.services.map { removed.contains($0.number) ? "\($0) (removed)" : "\($0)" }
        return (text + services).joined(separator: "\n  ")
    }

    private var findings: Faults {
        var faults = Faults()
        do throws(ValidationError) {
            try container.validate()
        } catch {
            for finding in error.findings {
                if finding.kind == .missing { faults.add(.notRegistered, finding.path) }
                if finding.kind == .cycle { faults.add(.circularDependency, finding.path) }
            }
        }
        return faults
    }

    /// The faults of a request for each key in a container of its own: of the first request there, and of the one after
    /// all async services were asked for.
    private func requested() async -> (alone: Faults, all: Faults) {
        var (alone, all) = (Faults(), Faults())
        let services = assembly.plan.services
        for service in services {
            for byAlias in service.alias == nil ? [false] : [false, true] {
                if let error = await failure(of: service, byAlias: byAlias, in: container) {
                    alone.add(error.code, error.path)
                }
                let container = container
                for other in services where other.isAsync {
                    _ = await failure(of: other, byAlias: false, in: container)
                }
                if let error = await failure(of: service, byAlias: byAlias, in: container) {
                    all.add(error.code, error.path)
                }
            }
        }
        all.formUnion(alone)
        return (alone, all)
    }

    private func failure(
        of service: RandomGraphPlan.Service,
        byAlias: Bool,
        in container: Container
    ) async -> ResolutionError? {
        let name = RandomGraphAssembly.name(service.number)
        guard byAlias || !removed.contains(service.number) else { return nil }
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
