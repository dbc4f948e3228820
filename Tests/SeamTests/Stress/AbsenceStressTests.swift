import Seam
import TestKit
import Testing

/// Registered services are always found and unregistered ones never, while the registry changes around them.
struct AbsenceStressTests {
    private struct Stable: Sendable {}
    private struct Toggled: Sendable {}
    private struct Never: Sendable {}

    private static let askers = 3
    private static let steps = 6_000

    /// Toggles one service, and registers and removes names, so that the table is rebuilt many times.
    private static func change(_ container: Container) -> Int {
        var wrong = 0
        for step in 0..<steps {
            let name = ServiceName("passing \(step)")
            container.register(name: name) { step }
            if container.optional(Int.self, name: name) != step { wrong += 1 }
            container.unregister(Int.self, name: name)
            if step.isMultiple(of: 2) {
                container.register { Toggled() }
                if container.optional(Toggled.self) == nil { wrong += 1 }
            } else {
                container.unregister(Toggled.self)
                if container.optional(Toggled.self) != nil { wrong += 1 }
            }
        }
        return wrong
    }

    private static func ask(_ container: Container) -> Int {
        var wrong = 0
        for _ in 0..<steps {
            if container.optional(Stable.self) == nil { wrong += 1 }
            if (try? container.tryResolve(Stable.self)) == nil { wrong += 1 }
            if container.optional(Never.self) != nil { wrong += 1 }
            _ = container.resolve(Toggled?.self)
            if container.optional(Int.self) != nil { wrong += 1 }
        }
        return wrong
    }

    @Test(.timeLimit(.minutes(15)))
    func lookupsInOneContainerAreAlwaysRight() throws {
        let container = Container()
        container.register { Stable() }
        let wrong = try ThreadGroup.run(Self.askers + 1) { thread in
            thread == 0 ? Self.change(container) : Self.ask(container)
        }
        #expect(wrong == Array(repeating: 0, count: Self.askers + 1))
    }

    @Test(.timeLimit(.minutes(15)))
    func lookupsBelowAChangingContainerAreAlwaysRight() throws {
        let root = Container()
        let containers = [root, Container(parent: root), Container(parent: Container(parent: root))]
        root.register { Stable() }
        let wrong = try ThreadGroup.run(Self.askers + 1) { thread in
            thread == 0 ? Self.change(root) : Self.ask(containers[thread % containers.count])
        }
        #expect(wrong == Array(repeating: 0, count: Self.askers + 1))
    }

    @Test(.timeLimit(.minutes(15)))
    func registrationOfOneThreadIsFoundByAnother() throws {
        let containers = (0..<1_000).map { _ in Container() }
        let last = Box(-1)
        let misses = try ThreadGroup.run(Self.askers + 1) { thread -> Int in
            guard thread > 0 else {
                for (number, container) in containers.enumerated() {
                    container.register { Toggled() }
                    last.withLock { $0 = number }
                }
                return 0
            }
            var misses = 0
            var number = 0
            while number < containers.count {
                let isThere = last.withLock { $0 } >= number
                let isFound = containers[number].optional(Toggled.self) != nil
                if isThere, !isFound { misses += 1 }
                if isFound { number += 1 }
            }
            return misses
        }
        #expect(misses == Array(repeating: 0, count: Self.askers + 1))
    }
}
