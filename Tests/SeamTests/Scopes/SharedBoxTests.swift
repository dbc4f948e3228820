import Seam
import Testing

private protocol Sounding: Sendable {}

private final class Bell: Sounding {}

/// Objects of the `shared` scope inside values that the language keeps in boxes of their own.
struct SharedBoxTests {
    @Test func optionalExistentialInAnyIsReturned() async {
        await #expect(processExitsWith: .success) {
            let (container, bell) = (Container(), Bell())
            container.register(Any.self) { Optional(bell as any Sounding) as Any }.scope(.shared)
            for _ in 0..<100 {
                #expect((try? container.tryResolve(Any.self)) as? Bell === bell)
            }
            withExtendedLifetime(bell) {}
        }
    }
}
