import Seam
import Testing

private protocol Sounding: Sendable {}

private final class Bell: Sounding, Error {}

/// Objects of the `shared` scope inside values that the language keeps in boxes of their own.
struct SharedBoxTests {
    @Test func errorObjectIsReturnedOrRefused() async {
        await #expect(processExitsWith: .success) {
            let (container, bell) = (Container(), Bell())
            container.register((any Error).self) { bell }.scope(.shared)
            for _ in 0..<100 {
                guard let error = try? container.tryResolve((any Error).self) else { continue }
                #expect(error as? Bell === bell)
            }
            withExtendedLifetime(bell) {}
        }
    }

    @Test func optionalExistentialInAnyIsReturnedOrRefused() async {
        await #expect(processExitsWith: .success) {
            let (container, bell) = (Container(), Bell())
            container.register(Any.self) { Optional(bell as any Sounding) as Any }.scope(.shared)
            for _ in 0..<100 {
                guard let value = try? container.tryResolve(Any.self) else { continue }
                #expect(value as? Bell === bell)
            }
            withExtendedLifetime(bell) {}
        }
    }
}
