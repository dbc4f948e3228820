import Seam
import TestKit
import Testing

private protocol Carried: Sendable {
    var isIntact: Bool { get }
}

extension CountedObject: Carried {}

/// An instance of the `shared` scope is released while other threads ask for it.
struct SharedScopeStressTests {
    private static let threads = 4
    private static let rounds = 3_000

    /// Asks on all threads, each holding the instance for a moment; counts the broken instances.
    private func brokenAnswers(
        living: Counter,
        prepare: (Container) -> Void,
        ask: @escaping @Sendable (Container) -> Bool
    ) throws -> Int {
        let container = Container()
        prepare(container)
        let broken = try ThreadGroup.run(Self.threads) { thread in
            (0..<Self.rounds)
                .count { round in
                    if (round + thread).isMultiple(of: 7) { CurrentThread.yield() }
                    return !ask(container)
                }
        }
        #expect(living.count == 0)
        return broken.reduce(0, +)
    }

    @Test(.timeLimit(.minutes(15)))
    func objectIsWholeOrBuiltAnew() throws {
        let living = Counter()
        let broken = try brokenAnswers(living: living) {
            $0.register { CountedObject(living) }.scope(.shared)
        } ask: {
            $0.resolve(CountedObject.self).isIntact
        }
        #expect(broken == 0)
    }

    @Test(.timeLimit(.minutes(15)))
    func existentialIsWholeOrBuiltAnew() throws {
        let living = Counter()
        let broken = try brokenAnswers(living: living) {
            $0.register((any Carried).self) { CountedObject(living) }.scope(.shared)
        } ask: {
            $0.resolve((any Carried).self).isIntact
        }
        #expect(broken == 0)
    }

    @Test(.timeLimit(.minutes(15)))
    func optionalIsWholeOrBuiltAnew() throws {
        let living = Counter()
        let broken = try brokenAnswers(living: living) {
            $0.register((any Carried)?.self) { CountedObject(living) }.scope(.shared)
        } ask: {
            $0.resolve((any Carried)?.self)?.isIntact == true
        }
        #expect(broken == 0)
    }

    @Test(.timeLimit(.minutes(15)))
    func threadsThatHoldTheInstanceAtOnceHoldTheSame() throws {
        let living = Counter()
        let container = Container()
        container.register { CountedObject(living) }.scope(.shared)
        let strangers = try ThreadGroup.run(Self.threads) { _ in
            (0..<Self.rounds)
                .count { _ in
                    let first = container.resolve(CountedObject.self)
                    CurrentThread.yield()
                    return container.resolve(CountedObject.self) !== first
                }
        }
        #expect(strangers == Array(repeating: 0, count: Self.threads))
        #expect(living.count == 0)
    }
}
