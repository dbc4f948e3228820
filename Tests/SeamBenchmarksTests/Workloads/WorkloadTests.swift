import Testing

@testable import SeamBenchmarks

struct WorkloadTests {
    @Test func workloadsHaveNamesOfTheirOwn() {
        let names = Workload.all.map(\.name)
        #expect(Set(names).count == names.count)
    }

    @Test(arguments: Workload.all.map { ($0.name, $0.budget) })
    func gateLeavesSlackBesideTheGoal(name: String, budget: Budget) {
        switch budget.direction {
        case .atMost: #expect(budget.goal <= budget.gate)
        case .atLeast: #expect(budget.goal >= budget.gate)
        }
    }

    @Test func everyRowOfThePlanIsMeasured() {
        let rows = Workload.all.map { "\($0.name): \($0.budget.goalText), \($0.budget.gateText)" }
        #expect(
            rows == [
                "launch: 1,000 types registered, one resolved, cold: ≤ 1.5, ≤ 3",
                "launch: 1,000 singletons registered, one resolved, cold: ≤ 2, ≤ 5",
                "registration, warm, 1,000 keys: ≤ 3, ≤ 5",
                "singleton, ready: ≤ 1.6, ≤ 4",
                "cached, ready: ≤ 1.6, ≤ 4",
                "shared (weak), ready: ≤ 1.2, ≤ 3",
                ".container, ready: ≤ 2, ≤ 5",
                ".cached(for:), ready: ≤ 2, ≤ 5",
                "cached by an Int argument, ready: ≤ 4, ≤ 8",
                "singleton, ready, in the factory of a cached service: ≤ 8, ≤ 16",
                "unique, no dependencies: ≤ 1.3, ≤ 1.8",
                "unique, named: ≤ 1.4, ≤ 2",
                "unique, one Int argument: ≤ 1.4, ≤ 2",
                "unique, an Int argument for an Int?: ≤ 80, ≤ 160",
                "optional, hit: ≤ 2, ≤ 4",
                "10 unique objects, 3 levels: ≤ 1.4, ≤ 2.2",
                "diamond sharing one graph object: ≤ 1.6, ≤ 3",
                "object with three @Inject properties: ≤ 1.4, ≤ 2.2",
                "50 deep chain, per object: ≤ 1.8, ≤ 3",
                "declared, ready: ≤ 1.5, ≤ 3",
                "declared, unique: ≤ 2.5, ≤ 5",
                "declared, one Int argument: ≤ 2.5, ≤ 5",
                "declared, cached by an Int argument, ready: ≤ 6, ≤ 12",
                "@Inject(\\.x), ready: ≤ 3, ≤ 6",
                "@Inject(\\.x), unique: ≤ 3, ≤ 6",
                "@Inject(\\.x), one Int argument: ≤ 3, ≤ 6",
                "unique, decorated: ≤ 3, ≤ 6",
                "unique, with a hook: ≤ 4, ≤ 8",
                "unique, with onResolved: ≤ 4, ≤ 8",
                "three with onResolved, in the factory of a fourth: ≤ 15, ≤ 30",
                "unique, of the main actor: ≤ 4, ≤ 8",
                "alias of a ready singleton: ≤ 5, ≤ 10",
                "alias of a ready singleton, by a closure: ≤ 3, ≤ 6",
                "T?, hit: ≤ 5, ≤ 10",
                "Lazy, made and read: ≤ 5, ≤ 10",
                "Lazy, read again: ≤ 1, ≤ 2",
                "Provider, called: ≤ 3, ≤ 6",
                "all() of three: ≤ 3, ≤ 6",
                "unregistered, optional, by type: ≤ 0.6, ≤ 1",
                "unregistered, optional, by name: ≤ 1.5, ≤ 3",
                "singleton among 10,000 registrations: ≤ 1.1, ≤ 2",
                "resolveAsync, singleton, ready: ≤ 5, ≤ 12",
                "resolveAsync, unique: ≤ 15, ≤ 30",
                "resolveAsync, unique, one Int argument: ≤ 40, ≤ 80",
                "resolveAsync, alias of a ready singleton: ≤ 40, ≤ 80",
                "kept instance built and reset, 11 registrations: ≤ 15, ≤ 30",
                "kept instance built and reset, 1,000 registrations: ≤ 15, ≤ 30",
                "shared instance that dies after each request: ≤ 30, ≤ 60",
                "cached by an Int argument, each built once, then reset: ≤ 80, ≤ 160",
                "child made, three services resolved, dropped: ≤ 10, ≤ 25",
                "request: a child, three .container services, each found twice: ≤ 20, ≤ 40",
                "withOverrides of one service, 10 registrations: ≤ 30, ≤ 60",
                "withOverrides of one service, 1,000 registrations: ≤ 30, ≤ 60",
                "unique, after an observer was cancelled: ≤ 1.1, ≤ 1.5",
                "validation of 1,000 services: ≤ 45, ≤ 90",
                "validation of 1,000 services above a missing one: ≤ 100, ≤ 200",
                "an error and its text, among 1,000 types: ≤ 1, ≤ 2",
                "two threads, held container: ≥ 0.95, ≥ 0.8",
                "two threads, held container, after withContainer: ≥ 0.95, ≥ 0.8",
                "two threads, free resolve(): ≥ 0.95, ≥ 0.8",
                "two threads, free resolve(), after withContainer: ≥ 0.95, ≥ 0.8",
                "two threads, @Inject: ≥ 0.95, ≥ 0.8",
                "two threads, @Inject, after withContainer: ≥ 0.95, ≥ 0.8",
                "two threads, withContainer, one each: ≥ 0.95, ≥ 0.8",
                "objects allocated beyond the service itself: ≤ 0, ≤ 0",
            ]
        )
    }

    @Test(arguments: [([0, 2, 1], 2), ([0, nil, 1], nil), ([], nil)] as [([Double?], Double?)])
    func greatestOfSomeCountsNeedsAllOfThem(counts: [Double?], greatest: Double?) {
        #expect(Workload.greatest(of: counts) == greatest)
    }

    @Test func pairIsMadeOnlyWhenItIsMeasured() {
        let workload = Workload("never", floor: "never", .atMost(goal: 1, gate: 1)) {
            Issue.record("A workload that nobody measures must cost nothing.")
            return Pair { _ in
            } seam: { _ in
            }
        }
        #expect(workload.name == "never")
    }
}
