import Seam
import TestKit
import Testing

/// Failures leave nothing behind, and the rest of the request continues.
struct GraphFailureTests {
    private let living = Counter()
    private let container = Container()

    /// A counted object whose factory fails the first times.
    private func registerParcel(failures: Int, made: Counter = Counter()) {
        container.register { [living] () throws -> CountedObject in
            guard made.increment() > failures else { throw Fixtures.Breakdown() }
            return CountedObject(living)
        }
        .scope(.graph)
    }

    /// A text whose factory asks for a counted object, and then fails.
    private func registerFailure(_ scope: Scope) {
        container.register { (r: Resolver) throws -> String in
            _ = try r.tryResolve(CountedObject.self)
            throw Fixtures.Breakdown()
        }
        .scope(scope)
    }

    @Test(arguments: [1, 2, 15, 16, 17, 40])
    func factoryThatFailedIsAskedAgain(failures: Int) {
        let made = Counter()
        registerParcel(failures: failures, made: made)
        container.register([CountedObject].self, name: "found") { r in
            for _ in 0..<failures { #expect(throws: ResolutionError.self) { try r.tryResolve(CountedObject.self) } }
            return [try r.tryResolve(), try r.tryResolve(), r.resolve(Lazy<CountedObject>.self).value]
        }
        do {
            let objects = container.resolve([CountedObject].self, name: "found")
            #expect(made.count == failures + 1)
            #expect(objects.allSatisfy { $0 === objects[0] && $0.isIntact })
        }
        #expect(living.count == 0)
    }

    @Test func failureLeavesEarlierInstances() {
        registerParcel(failures: 0)
        registerFailure(.graph)
        container.register([CountedObject].self, name: "found") { r in
            let before = r.resolve(CountedObject.self)
            #expect(throws: ResolutionError.self) { try r.tryResolve(String.self) }
            return [before, r.resolve()]
        }
        let objects = container.resolve([CountedObject].self, name: "found")
        #expect(objects[0] === objects[1])
    }

    @Test func dependencyOfAFailedFactoryIsStillShared() {
        let made = Counter()
        registerParcel(failures: 0, made: made)
        registerFailure(.graph)
        container.register([CountedObject].self, name: "found") { r in
            #expect(throws: ResolutionError.self) { try r.tryResolve(String.self) }
            return [r.resolve(), r.resolve()]
        }
        _ = container.resolve([CountedObject].self, name: "found")
        #expect(made.count == 1)
    }

    @Test func failedRequestReleasesItsInstances() {
        registerParcel(failures: 0)
        registerFailure(.unique)
        #expect(throws: ResolutionError.self) { try container.tryResolve(String.self) }
        #expect(living.count == 0)
    }

    @Test func failedRequestForAGraphServiceReleasesItsInstances() {
        registerParcel(failures: 0)
        registerFailure(.graph)
        for _ in 0..<40 {
            #expect(throws: ResolutionError.self) { try container.tryResolve(String.self) }
            #expect(living.count == 0)
        }
    }

    @Test func requestAfterAFailedOneSharesNothingWithIt() {
        let made = Counter()
        registerParcel(failures: 0, made: made)
        container.register { (r: Resolver) throws -> Int in
            _ = try r.tryResolve(CountedObject.self)
            guard made.count > 1 else { throw Fixtures.Breakdown() }
            return made.count
        }
        .scope(.graph)
        #expect(throws: ResolutionError.self) { try container.tryResolve(Int.self) }
        #expect(container.resolve(Int.self) == 2)
    }

    @Test func failedHookReleasesTheInstances() {
        registerParcel(failures: 0)
        container.register { (r: Resolver) in "\(r.resolve(CountedObject.self).isIntact)" }
            .onCreate { _, r in
                _ = r.resolve(CountedObject.self)
                throw Fixtures.Breakdown()
            }
        #expect(throws: ResolutionError.self) { try container.tryResolve(String.self) }
        #expect(living.count == 0)
    }

    @Test func failedCollectionReleasesItsInstances() {
        registerParcel(failures: 0)
        container.contribute { (r: Resolver) in "\(r.resolve(CountedObject.self).isIntact)" }
        container.contribute { () throws -> String in throw Fixtures.Breakdown() }
        #expect(throws: ResolutionError.self) { try container.tryResolve([String].self) }
        #expect(living.count == 0)
    }

    @Test func factoryThatRemovesItselfAndFailsIsReleased() {
        let dead = Counter()
        do {
            let captured = DeinitAction { dead.increment() }
            container.register { (r: Resolver) throws -> CountedObject in
                withExtendedLifetime(captured) { _ = r.container.unregister(CountedObject.self) }
                throw Fixtures.Breakdown()
            }
            .scope(.graph)
        }
        container.register { (r: Resolver) in
            #expect(throws: ResolutionError.self) { try r.tryResolve(CountedObject.self) }
            return r.optional(CountedObject.self) == nil
        }
        #expect(container.resolve(Bool.self))
        #expect(dead.count == 1)
    }
}
