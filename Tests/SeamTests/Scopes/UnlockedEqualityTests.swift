import Seam
import TestKit
import Testing

/// No lock is held while arguments are compared and hashed.
struct UnlockedEqualityTests {
    private final class Dictionary: Sendable {}
    private final class Answer: Sendable {}

    /// An argument that calls back when it is compared and hashed.
    private struct Question: Hashable, Sendable {
        let number: Int
        var onEquality: @Sendable () -> Void = {}
        var onHash: @Sendable () -> Void = {}

        static func == (left: Self, right: Self) -> Bool {
            left.onEquality()
            right.onEquality()
            return left.number == right.number
        }

        func hash(into hasher: inout Hasher) {
            onHash()
            // All questions collide, and so are compared.
            hasher.combine(0)
        }
    }

    private static func makeContainer(scope: Scope) -> Container {
        let container = Container()
        container.register { Dictionary() }.scope(.singleton)
        container.register { (_: Resolver, _: Question) in Answer() }.scope(scope)
        return container
    }

    /// Asks with several arguments, each of which calls `body` once when it is compared or hashed.
    private static func ask(_ container: Container, during body: @escaping @Sendable () -> Void) async throws -> Bool {
        let calls = Counter()
        let isKept = try await Deadline.valueOnThread {
            let first = container.resolve(Answer.self, arguments: Question(number: 0))
            var areKept = true
            for number in 1...3 {
                let (isCompared, isHashed) = (Flag(), Flag())
                let call = { @Sendable (isCalled: Flag) in
                    guard isCalled.raise() else { return }
                    calls.increment()
                    body()
                }
                let question = Question(number: number, onEquality: { call(isCompared) }, onHash: { call(isHashed) })
                let answer = container.resolve(Answer.self, arguments: question)
                if answer !== container.resolve(Answer.self, arguments: question) { areKept = false }
            }
            return areKept && first === container.resolve(Answer.self, arguments: Question(number: 0))
        }
        // Each of the three arguments was compared, and hashed.
        #expect(calls.count == 6)
        return isKept
    }

    @Test(.timeLimit(.minutes(15)), arguments: [Scope].keepingOrShared)
    func comparisonMayResolveAnotherService(scope: Scope) async throws {
        let container = Self.makeContainer(scope: scope)
        let isKept = try await Self.ask(container) { _ = container.resolve(Dictionary.self) }
        #expect(isKept)
    }

    @Test(.timeLimit(.minutes(15)), arguments: [Scope].keepingOrShared)
    func comparisonMayResolveTheSameServiceWithOtherArguments(scope: Scope) async throws {
        let container = Self.makeContainer(scope: scope)
        let number = Counter()
        let isKept = try await Self.ask(container) {
            _ = container.resolve(Answer.self, arguments: Question(number: 100 + number.increment()))
        }
        #expect(isKept)
    }

    @Test(.timeLimit(.minutes(15)), arguments: [Scope].keepingOrShared)
    func comparisonMayWaitForAThreadThatResolvesTheSameService(scope: Scope) async throws {
        let container = Self.makeContainer(scope: scope)
        let (number, stuck) = (Counter(), Counter())
        let isKept = try await Self.ask(container) {
            let answer = Deadline.blockingResult {
                container.resolve(Answer.self, arguments: Question(number: 100 + number.increment()))
            }
            if answer == nil { stuck.increment() }
        }
        #expect(stuck.count == 0)
        #expect(isKept)
    }

    @Test(.timeLimit(.minutes(15)), arguments: [Scope].keepingOrShared)
    func comparisonMayResetTheContainer(scope: Scope) async throws {
        let container = Self.makeContainer(scope: scope)
        _ = try await Self.ask(container) { container.reset() }
        let question = Question(number: 0)
        let answer = container.resolve(Answer.self, arguments: question)
        #expect(container.resolve(Answer.self, arguments: question) === answer)
    }
}
