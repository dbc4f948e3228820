import Seam
import TestKit
import Testing

/// A shutdown disposes of a `shared` instance as long as somebody holds it.
struct SharedDisposalTests {
    private final class Session: Sendable {}

    private let container = Container()
    private let disposed = Counter()

    init() {
        container.register { Session() }.scope(.shared).onDispose { [disposed] _ in disposed.increment() }
    }

    @Test func instanceThatIsHeldIsDisposedOf() async throws {
        let session = container.resolve(Session.self)
        try await container.shutdown()
        #expect(disposed.count == 1)
        withExtendedLifetime(session) {}
    }

    @Test func instanceThatIsGoneIsNot() async throws {
        _ = container.resolve(Session.self)
        try await container.shutdown()
        #expect(disposed.count == 0)
    }
}
