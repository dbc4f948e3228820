import Foundation
import Seam
import TestKit
import Testing

struct ExpiringScopeTests {
    private final class Token: Sendable {}

    private let clock = ManualClock()
    private let container = Container()

    private func registerToken() {
        container.register { Token() }.scope(.cached(for: .seconds(10), clock: clock))
    }

    @Test func instanceIsKeptUntilItIsTooOld() {
        registerToken()
        let first = container.resolve(Token.self)
        clock.advance(by: .seconds(10) - .nanoseconds(1))
        #expect(container.resolve(Token.self) === first)
    }

    @Test func instanceIsBuiltAnewOnceItIsTooOld() {
        registerToken()
        let first = container.resolve(Token.self)
        clock.advance(by: .seconds(10))
        let second = container.resolve(Token.self)
        #expect(second !== first)
        #expect(container.resolve(Token.self) === second)
    }

    @Test func systemsClockEndsThePeriodIfNoOtherIsGiven() {
        container.register { Token() }.scope(.cached(for: .milliseconds(20)))
        let first = container.resolve(Token.self)
        Thread.sleep(forTimeInterval: 0.03)
        #expect(container.resolve(Token.self) !== first)
    }

    @Test func everyBuildStartsAPeriodOfItsOwn() {
        registerToken()
        _ = container.resolve(Token.self)
        clock.advance(by: .seconds(15))
        let second = container.resolve(Token.self)
        clock.advance(by: .seconds(9))
        #expect(container.resolve(Token.self) === second)
        clock.advance(by: .seconds(1))
        #expect(container.resolve(Token.self) !== second)
    }

    @Test func useDoesNotProlongThePeriod() {
        registerToken()
        let first = container.resolve(Token.self)
        for _ in 0..<9 {
            clock.advance(by: .seconds(1))
            #expect(container.resolve(Token.self) === first)
        }
        clock.advance(by: .seconds(1))
        #expect(container.resolve(Token.self) !== first)
    }

    @Test func periodBeginsWhenTheInstanceIsBuilt() {
        container.register { [clock] in
            clock.advance(by: .seconds(100))
            return Token()
        }
        .scope(.cached(for: .seconds(10), clock: clock))
        let first = container.resolve(Token.self)
        clock.advance(by: .seconds(9))
        #expect(container.resolve(Token.self) === first)
    }

    @Test func resetDropsTheInstanceEarlier() {
        registerToken()
        let token = WeakReference(container.resolve(Token.self))
        #expect(token.object != nil)
        container.reset(.cached(for: .seconds(10), clock: clock))
        #expect(token.object == nil)
    }

    @Test func resetOfAnotherPeriodLeavesTheInstance() {
        registerToken()
        let token = WeakReference(container.resolve(Token.self))
        container.reset(.cached(for: .seconds(11), clock: clock))
        container.reset(.cached)
        #expect(token.object != nil)
    }

    @Test func periodsThatLookAlikeAreDifferent() {
        let period = Duration.seconds(100_000_000)
        #expect("\(period)" == "\(period + .nanoseconds(1))")
        #expect(Scope.cached(for: period) == .cached(for: period))
        #expect(Scope.cached(for: period) != .cached(for: period + .nanoseconds(1)))
    }

    @Test func resetOfTheSamePeriodOnAnotherClockLeavesTheInstance() {
        registerToken()
        let token = WeakReference(container.resolve(Token.self))
        container.reset(.cached(for: .seconds(10), clock: ManualClock()))
        #expect(token.object != nil)
    }

    @Test func tooOldInstanceIsGoneBeforeItsSuccessorIsBuilt() {
        let living = Counter()
        let dead = Counter()
        let seen = Counter()
        container.register {
            if living.increment() > 1, dead.count == 1 { seen.increment() }
            return DeinitAction { dead.increment() }
        }
        .scope(.cached(for: .seconds(10), clock: clock))
        _ = container.resolve(DeinitAction.self)
        clock.advance(by: .seconds(10))
        _ = container.resolve(DeinitAction.self)
        #expect(seen.count == 1)
    }

    @Test func eachSetOfArgumentsHasItsOwnPeriod() {
        container.register { (_: Resolver, _: Int) in Token() }.scope(.cached(for: .seconds(10), clock: clock))
        let one = container.resolve(Token.self, arguments: 1)
        clock.advance(by: .seconds(6))
        let two = container.resolve(Token.self, arguments: 2)
        clock.advance(by: .seconds(6))
        #expect(container.resolve(Token.self, arguments: 1) !== one)
        #expect(container.resolve(Token.self, arguments: 2) === two)
    }

    @Test func continuousClockIsTheDefault() {
        container.register { Token() }.scope(.cached(for: .seconds(3_600)))
        #expect(container.resolve(Token.self) === container.resolve(Token.self))
        container.register(name: "instant") { Token() }.scope(.cached(for: .zero))
        #expect(container.resolve(Token.self, name: "instant") !== container.resolve(Token.self, name: "instant"))
    }

    @Test func valuesExpireToo() {
        let tally = Counter()
        container.register(Int.self) { tally.increment() }.scope(.cached(for: .seconds(1), clock: clock))
        #expect(container.resolve(Int.self) == 1)
        clock.advance(by: .seconds(1))
        #expect(container.resolve(Int.self) == 2)
    }
}
