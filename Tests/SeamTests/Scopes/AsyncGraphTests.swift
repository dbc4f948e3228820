import Seam
import TestKit
import Testing

/// The graph scope and circles across suspensions.
struct AsyncGraphTests {
    private final class Ledger: Sendable {}

    private final class Left: Sendable {
        let ledger: Ledger
        init(ledger: Ledger) { self.ledger = ledger }
    }

    private final class Right: Sendable {
        let ledger: Ledger
        init(ledger: Ledger) { self.ledger = ledger }
    }

    private final class Both: Sendable {
        let left: Left
        let right: Right

        init(left: Left, right: Right) {
            self.left = left
            self.right = right
        }
    }

    private func container(ledgerIsAsync: Bool) -> Container {
        let container = Container()
        if ledgerIsAsync {
            container.registerAsync {
                await Task.yield()
                return Ledger()
            }
            .scope(.graph)
        } else {
            container.register { Ledger() }.scope(.graph)
        }
        container.registerAsync { resolver in Left(ledger: try await resolver.resolveAsync()) }
        container.registerAsync { resolver in
            await Task.yield()
            return Right(ledger: try await resolver.resolveAsync())
        }
        return container
    }

    @Test(arguments: [true, false]) func instanceIsSharedAcrossSuspensions(ledgerIsAsync: Bool) async throws {
        let container = container(ledgerIsAsync: ledgerIsAsync)
        container.registerAsync { resolver in
            Both(left: try await resolver.resolveAsync(), right: try await resolver.resolveAsync())
        }
        let both = try await container.resolveAsync(Both.self)
        #expect(both.left.ledger === both.right.ledger)
    }

    @Test(arguments: [true, false]) func instanceIsSharedByConcurrentDependencies(ledgerIsAsync: Bool) async throws {
        let container = container(ledgerIsAsync: ledgerIsAsync)
        container.registerAsync { resolver in
            async let left = resolver.resolveAsync(Left.self)
            async let right = resolver.resolveAsync(Right.self)
            return Both(left: try await left, right: try await right)
        }
        for _ in 0..<50 {
            let both = try await container.resolveAsync(Both.self)
            #expect(both.left.ledger === both.right.ledger)
        }
    }

    @Test(arguments: [true, false]) func eachOutermostRequestHasItsOwnInstance(ledgerIsAsync: Bool) async throws {
        let container = container(ledgerIsAsync: ledgerIsAsync)
        let first = try await container.resolveAsync(Left.self)
        let second = try await container.resolveAsync(Left.self)
        #expect(first.ledger !== second.ledger)
    }

    @Test func keptDependencySharesTheInstanceOfItsRequest() async throws {
        let container = Container()
        container.registerAsync { Ledger() }.scope(.graph)
        container.registerAsync { resolver in Left(ledger: try await resolver.resolveAsync()) }.scope(.singleton)
        container.registerAsync { resolver in Right(ledger: try await resolver.resolveAsync()) }
        container.registerAsync { resolver in
            Both(left: try await resolver.resolveAsync(), right: try await resolver.resolveAsync())
        }
        let both = try await container.resolveAsync(Both.self)
        #expect(both.left.ledger === both.right.ledger)
    }

    @Test func synchronousRequestInAnAsyncFactorySharesTheInstance() async throws {
        let container = Container()
        container.register { Ledger() }.scope(.graph)
        container.register { resolver in Left(ledger: resolver.resolve()) }
        container.registerAsync { resolver in
            let left = resolver.resolve(Left.self)
            await Task.yield()
            return Both(left: left, right: Right(ledger: resolver.resolve()))
        }
        let both = try await container.resolveAsync(Both.self)
        #expect(both.left.ledger === both.right.ledger)
    }

    @Test func taskThatOutlivesItsFactoryHasAGraphOfItsOwn() async throws {
        let container = Container()
        let gate = Gate()
        container.register { Ledger() }.scope(.graph)
        container.registerAsync { resolver in
            let early = resolver.resolve(Ledger.self)
            return Task {
                await gate.pass()
                return resolver.resolve(Ledger.self) !== early
            }
        }
        let task = try await container.resolveAsync(Task<Bool, Never>.self)
        gate.open()
        #expect(await task.value)
    }
}
