import Seam
import TestKit
import Testing

/// The objects that a factory captures, if its registration ends while the factory runs.
///
/// A factory is called without a reference of its own: the frame of the call keeps the registration alive.
struct CapturedObjectTests {
    private struct Failure: Error {}

    /// The ends of a registration whose factory runs.
    private enum End: CaseIterable, Sendable {
        case replaced, unregistered, allRemoved

        func apply(to container: Container) {
            switch self {
            case .replaced: container.register { 2 }
            case .unregistered: container.unregister(Int.self)
            case .allRemoved: container.removeAll()
            }
        }
    }

    @Test(arguments: End.allCases)
    private func capturedObjectOutlivesTheCall(end: End) {
        let (container, living) = (Container(), Counter())
        do {
            let captured = CountedObject(living)
            container.register { (resolver: Resolver) -> Int in
                end.apply(to: resolver.container)
                return captured.isIntact && living.count == 1 ? 1 : 0
            }
        }
        #expect(container.resolve(Int.self) == 1)
        #expect(living.count == 0)
    }

    @Test(arguments: End.allCases)
    private func capturedObjectOutlivesACallWithArguments(end: End) {
        let (container, living) = (Container(), Counter())
        do {
            let captured = CountedObject(living)
            container.register { (resolver: Resolver, number: Int) -> Int in
                if number == 0 { end.apply(to: resolver.container) }
                if number > 0 { return resolver.resolve(Int.self, arguments: number - 1) + 1 }
                return captured.isIntact && living.count == 1 ? 1 : 0
            }
        }
        #expect(container.resolve(Int.self, arguments: 3) == 4)
        if end != .replaced { #expect(living.count == 0) }
        container.removeAll()
        #expect(living.count == 0)
    }

    @Test(arguments: End.allCases)
    private func capturedObjectOutlivesACallThatThrows(end: End) {
        let (container, living) = (Container(), Counter())
        do {
            let captured = CountedObject(living)
            container.register { (resolver: Resolver) -> Int in
                end.apply(to: resolver.container)
                guard captured.isIntact, living.count == 1 else { return 0 }
                throw Failure()
            }
        }
        #expect(throws: ResolutionError.self) { try container.tryResolve(Int.self) }
        #expect(living.count == 0)
    }

    @Test func manyCallsHoldTheCapturedObjectOnce() {
        let (container, living) = (Container(), Counter())
        do {
            let captured = CountedObject(living)
            container.register { captured.isIntact ? 1 : 0 }
            container.register(name: "throwing") { () throws -> Int in throw Failure() }
        }
        for _ in 0..<1_000 {
            #expect(container.resolve(Int.self) == 1)
            #expect(throws: ResolutionError.self) { try container.tryResolve(Int.self, name: "throwing") }
        }
        #expect(living.count == 1)
        container.removeAll()
        #expect(living.count == 0)
    }
}
