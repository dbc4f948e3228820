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

    private static let scopes: [Scope] = [.cached, .singleton, .container, .shared, .cached(for: .seconds(3_600))]

    private static func makeContainer(scope: Scope) -> Container {
        let container = Container()
        container.register { Dictionary() }.scope(.singleton)
        container.register { (_: Resolver, _: Question) in Answer() }.scope(scope)
        return container
    }

    /// Asks with several arguments, each of which calls `body` once when it is compared or hashed.
    private static func ask(_ container: Container, during body: @escaping @Sendable () -> Void) async throws -> Bool {
        try await Deadline.valueOnThread {
            let first = container.resolve(Answer.self, arguments: Question(number: 0))
            for number in 1...3 {
                let (isCompared, isHashed) = (Flag(), Flag())
                let question = Question(
                    number: number,
                    onEquality: { if isCompared.raise() { body() } },
                    onHash: { if isHashed.raise() { body() } }
                )
                let answer = container.resolve(Answer.self, arguments: question)
                guard answer === container.resolve(Answer.self, arguments: question) else { return false }
                withExtendedLifetime(answer) {}
            }
            return first === container.resolve(Answer.self, arguments: Question(number: 0))
        }
    }

    @Test(.timeLimit(.minutes(15)), arguments: scopes)
    func comparisonMayResolveAnotherService(scope: Scope) async throws {
        let container = Self.makeContainer(scope: scope)
        let isKept = try await Self.ask(container) { _ = container.resolve(Dictionary.self) }
        #expect(isKept)
    }

    @Test(.timeLimit(.minutes(15)), arguments: scopes)
    func comparisonMayResolveTheSameServiceWithOtherArguments(scope: Scope) async throws {
        let container = Self.makeContainer(scope: scope)
        let number = Counter()
        let isKept = try await Self.ask(container) {
            _ = container.resolve(Answer.self, arguments: Question(number: 100 + number.increment()))
        }
        #expect(isKept)
    }

    @Test(.timeLimit(.minutes(15)), arguments: scopes)
    func comparisonMayWaitForAThreadThatResolvesTheSameService(scope: Scope) async throws {
        let container = Self.makeContainer(scope: scope)
        let number = Counter()
        let isKept = try await Self.ask(container) {
            _ = Deadline.blockingResult {
                container.resolve(Answer.self, arguments: Question(number: 100 + number.increment()))
            }
        }
        #expect(isKept)
    }

    @Test(.timeLimit(.minutes(15)), arguments: scopes)
    func comparisonMayResetTheContainer(scope: Scope) async throws {
        let container = Self.makeContainer(scope: scope)
        _ = try await Self.ask(container) { container.reset() }
        let question = Question(number: 0)
        let answer = container.resolve(Answer.self, arguments: question)
        #expect(container.resolve(Answer.self, arguments: question) === answer)
    }
}
