import Seam
import TestKit
import Testing

/// A container is safe from any thread.
@Suite(.timeLimit(.minutes(15)))
struct ConcurrentUseTests {
    @Test func registrationsFromManyThreadsAllArrive() throws {
        let container = Container()
        try ThreadGroup.run(8) { thread in
            for index in 0..<200 {
                container.register(name: ServiceName("\(thread) \(index)")) { thread * 1_000 + index }
            }
        }
        for thread in 0..<8 {
            #expect(
                (0..<200)
                    .allSatisfy {
                        container.resolve(Int.self, name: ServiceName("\(thread) \($0)")) == thread * 1_000 + $0
                    }
            )
        }
    }

    @Test func requestsDuringReRegistrationGetTheOldOrTheNew() throws {
        let container = Container()
        container.register { Fixtures.User(id: 0, name: "0") }
        let mismatches = Counter()
        try ThreadGroup.run(6) { thread in
            for round in 1...300 {
                if thread < 2 {
                    let scope: Scope = round.isMultiple(of: 2) ? .singleton : .unique
                    container.register { Fixtures.User(id: round, name: "\(round)") }.scope(scope)
                } else {
                    let user: Fixtures.User = container.resolve()
                    if "\(user.id)" != user.name { mismatches.increment() }
                }
            }
        }
        #expect(mismatches.count == 0)
    }

    @Test func allDuringChangesFindsWhatStays() throws {
        let container = Container()
        container.contribute { 1 }
        let surprises = Counter()
        try ThreadGroup.run(6) { thread in
            for round in 0..<300 {
                switch thread {
                case 0 where round.isMultiple(of: 2): container.register { 2 }
                case 0:
                    container.unregister(Int.self)
                    // No other thread registers it.
                    if container.all(Int.self).contains(2) { surprises.increment() }
                case 1 where round.isMultiple(of: 2): container.register(name: "three") { 3 }
                case 1: container.unregister(Int.self, name: "three")
                default: if container.all(Int.self).first != 1 { surprises.increment() }
                }
            }
        }
        #expect(surprises.count == 0)
        #expect(container.all(Int.self) == [1])
    }

    @Test func requestsDuringUnregisteringGetTheServiceOrNone() throws {
        let parent = Container()
        let child = Container(parent: parent)
        parent.register { "parent" }
        let surprises = Counter()
        try ThreadGroup.run(6) { thread in
            for _ in 0..<300 {
                switch thread {
                case 0: child.register { "child" }.scope(.cached)
                case 1: child.unregister(String.self)
                case 2: child.reset()
                default: if !["parent", "child"].contains(child.resolve(String.self)) { surprises.increment() }
                }
            }
        }
        #expect(surprises.count == 0)
    }

    @Test func overridesOnManyThreadsStayApart() throws {
        let container = Container()
        container.register { (resolver: Resolver) in "\(resolver.resolve(Int.self))" }.scope(.singleton)
        container.register { -1 }
        let mismatches = Counter()
        try ThreadGroup.run(8) { thread in
            for round in 0..<50 {
                let value = thread * 1_000 + round
                let found = withContainer(container) {
                    withOverrides {
                        $0.register { value }
                    } operation: {
                        resolve(String.self)
                    }
                }
                if found != "\(value)" { mismatches.increment() }
            }
        }
        #expect(mismatches.count == 0)
        #expect(container.resolve(String.self) == "-1")
    }

    @Test func childrenComeAndGoBesideTheirParentsUse() throws {
        let parent = Container()
        parent.register { Fixtures.Live() }.scope(.container)
        let surprises = Counter()
        try ThreadGroup.run(6) { thread in
            for _ in 0..<100 {
                let child = Container(parent: parent)
                if thread == 0 { parent.register { Fixtures.Live() }.scope(.container) }
                let live: Fixtures.Live = child.resolve()
                if live.label != "live" { surprises.increment() }
            }
        }
        #expect(surprises.count == 0)
    }

    @Test func copiesCanBeMadeDuringChanges() throws {
        let container = Container()
        for index in 0..<20 { container.register(name: ServiceName("\(index)")) { index } }
        let surprises = Counter()
        try ThreadGroup.run(4) { thread in
            for round in 0..<50 {
                if thread == 0 {
                    container.register(name: ServiceName("new \(round)")) { round }
                } else {
                    let copy = Container(copying: container)
                    let isWhole = (0..<20).allSatisfy { copy.resolve(Int.self, name: ServiceName("\($0)")) == $0 }
                    if !isWhole { surprises.increment() }
                }
            }
        }
        #expect(surprises.count == 0)
    }
}
