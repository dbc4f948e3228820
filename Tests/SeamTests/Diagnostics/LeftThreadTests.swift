import Seam
import Synchronization
import TestKit
import Testing

/// Validations whose threads are left behind while they hold something of the program: a static variable that they
/// initialise, or a lock.
///
/// What a thread holds stays held, so each test has a process of its own.
struct LeftThreadTests {
    private final class Theme: Sendable {}

    private final class Look: Sendable {
        static let shared = Look(theme: resolve())
        init(theme: Theme) {}
    }

    private struct Page: Sendable { init(_: Look) {} }
    private struct Panel: Sendable { init(_: Look) {} }

    @Test func staticFindsAServiceOfTheMainActorThatIsKept() async {
        await #expect(processExitsWith: .success) {
            Deadline.endProcess()
            let container = Container()
            container.registerOnMainActor { Theme() }.scope(.singleton)
            container.register { Page(.shared) }
            let unchecked = try await MainActor.run { try container.uncheckedServices() }
            #expect(unchecked.isEmpty)
        }
    }

    @Test func staticThatNeedsTheMainActorIsUnchecked() async {
        await #expect(processExitsWith: .success) {
            Deadline.endProcess()
            let container = Container()
            container.registerOnMainActor { Theme() }
            container.register { Page(.shared) }
            let unchecked = try await MainActor.run { try container.uncheckedServices() }
            #expect(unchecked.map(\.description) == ["Page"])
        }
    }

    @Test func staticThatFailsIsFoundOnce() async {
        await #expect(processExitsWith: .success) {
            Deadline.endProcess()
            let container = Container()
            container.register { Page(.shared) }
            container.register { Panel(.shared) }
            let error = #expect(throws: ValidationError.self) { try container.validate() }
            #expect(error?.findings.texts == ["missing Page → Theme"])
            #expect(error?.unchecked.map(\.description) == ["Panel"])
        }
    }

    @Test func staticThatFailsInAnAsyncFactoryIsFoundOnce() async {
        await #expect(processExitsWith: .success) {
            Deadline.endProcess()
            let container = Container()
            container.registerAsync { () async in Page(.shared) }
            container.register { Panel(.shared) }
            let error = #expect(throws: ValidationError.self) { try container.validate() }
            #expect(error?.findings.texts == ["missing Page → Theme"])
            #expect(error?.unchecked.map(\.description) == ["Panel"])
        }
    }

    @Test func lockThatIsHeldIsNotWaitedFor() async {
        await #expect(processExitsWith: .success) {
            Deadline.endProcess()
            let (container, lock) = (Container(), LockBox())
            container.register { (resolver: Resolver) in
                lock.mutex.withLock { _ in Page(Look(theme: resolver.resolve())) }
            }
            container.register { lock.mutex.withLock { $0 } }
            let error = #expect(throws: ValidationError.self) { try container.validate() }
            #expect(error?.findings.texts == ["missing Page → Theme"])
            #expect(error?.unchecked.map(\.description) == ["Int"])
        }
    }

    private final class LockBox: Sendable { let mutex = Mutex(0) }

    /// The service is no fault, so its dependents must not stop the program.
    @Test @MainActor func serviceThatNeedsAnUncheckedOneOnTheMainActorIsUnchecked() throws {
        let container = Container()
        container.registerAsync { @MainActor in Theme() }.scope(.singleton)
        container.registerOnMainActor { Look(theme: $0.resolve()) }
        container.registerOnMainActor(autowiring: Page.init)
        #expect(try container.uncheckedServices().map(\.description) == ["Theme", "Look", "Page"])
    }
}
