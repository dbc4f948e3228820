import Seam
import TestKit
import Testing

private final class Quote: Sendable {}

private let clock = ManualClock()

extension Container {
    fileprivate var quote: Factory<Quote> { self { Quote() }.scope(.cached(for: .seconds(60), clock: clock)) }
}

/// Declared services that are kept for some time.
///
/// One clock serves them all, and each test moves it: they run one after the other.
@Suite(.serialized)
struct ExpiringFactoryTests {
    private let container = Container()

    @Test func instanceIsKeptForItsTime() {
        let first = container.quote()
        clock.advance(by: .seconds(59))
        #expect(container.quote() === first)
        clock.advance(by: .seconds(1))
        let second = container.quote()
        #expect(second !== first)
        #expect(container.quote() === second)
    }

    @Test func resetEndsItsTime() {
        let first = container.quote()
        container.quote.reset()
        #expect(container.quote() !== first)
    }

    @Test func replacementHasAScopeOfItsOwn() {
        let first = container.quote()
        container.quote.register { Quote() }
        let second = container.quote()
        #expect(second !== first)
        clock.advance(by: .seconds(59))
        #expect(container.quote() === second)
        clock.advance(by: .seconds(1))
        #expect(container.quote() !== second)
    }
}
