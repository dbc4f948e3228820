import Seam
import Synchronization
import TestKit
import Testing

/// Validations whose threads are left behind while they hold something of the program: a static variable that they
/// initialise, or a lock.
///
/// A lock stays held then, so each test has a process of its own.
struct LeftThreadTests {
    private final class Theme: Sendable {}

    private final class Look: Sendable {
        static let shared = Look(theme: resolve())
        init(theme: Theme) {}
    }

    private struct Page: Sendable { init(_: Look) {} }
    private struct Panel: Sendable { init(_: Look) {} }

    private static func expectThatPageLacksTheme(in container: Container, unchecked: String) {
        let error = #expect(throws: ValidationError.self) { try container.validate() }
        #expect(error?.findings.texts == ["missing Page → Theme"])
        #expect(error?.unchecked.map(\.description) == [unchecked])
    }

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
            #expect(Set(unchecked.map(\.description)) == ["Page", "Theme"])
        }
    }

    @Test func staticThatFailsIsFoundOnce() async {
        await #expect(processExitsWith: .success) {
            Deadline.endProcess()
            let container = Container()
            container.register { Page(.shared) }
            container.register { Panel(.shared) }
            Self.expectThatPageLacksTheme(in: container, unchecked: "Panel")
        }
    }

    @Test func staticThatFailsInAnAsyncFactoryIsFoundOnce() async {
        await #expect(processExitsWith: .success) {
            Deadline.endProcess()
            let container = Container()
            container.registerAsync { () async in Page(.shared) }
            container.register { Panel(.shared) }
            Self.expectThatPageLacksTheme(in: container, unchecked: "Panel")
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
            Self.expectThatPageLacksTheme(in: container, unchecked: "Int")
        }
    }

    private final class LockBox: Sendable { let mutex = Mutex(0) }

    @Test func mainActorDoesNotWaitForALockThatIsHeld() async {
        await #expect(processExitsWith: .success) { @MainActor in
            Deadline.endProcess()
            let container = Container()
            container.register { Page(.shared) }
            container.registerOnMainActor { Panel(.shared) }
            Self.expectThatPageLacksTheme(in: container, unchecked: "Panel")
        }
    }

    /// A service that is kept may be ready in the program, so its dependents must not stop it here.
    @Test func serviceThatNeedsAnUncheckedOneOnTheMainActorIsUnchecked() async {
        await #expect(processExitsWith: .success) { @MainActor in
            Deadline.endProcess()
            let container = Container()
            container.registerAsync { @MainActor in Theme() }.scope(.singleton)
            container.registerOnMainActor { Look(theme: $0.resolve()) }
            container.registerOnMainActor(autowiring: Page.init)
            let unchecked = try container.uncheckedServices()
            #expect(unchecked.map(\.description) == ["Theme", "Look", "Page"])
        }
    }

    /// A unique one is never ready: to ask for it with a synchronous request is a fault.
    @Test func uniqueServiceThatIsUncheckedHidesNoFault() async {
        await #expect(processExitsWith: .success) { @MainActor in
            Deadline.endProcess()
            let container = Container()
            container.registerAsync { @MainActor in Theme() }
            container.registerOnMainActor { Panel(try $0.tryResolve()) }
            let error = #expect(throws: ValidationError.self) { try container.validate() }
            #expect(error?.findings.texts == ["missing Panel → Look"])
            #expect(error?.unchecked.map(\.description) == ["Theme"])
        }
    }

    /// A service that needs the main actor is built there after the attempt on a thread, and so are its dependents.
    @Test func servicesThatNeedAPostponedOneAreChecked() async {
        await #expect(processExitsWith: .success) { @MainActor in
            Deadline.endProcess()
            let container = Container()
            container.registerAsync { (r: Resolver) async throws in Page(try await r.resolveAsync()) }.scope(.singleton)
            container.register { Look(theme: $0.resolve()) }.scope(.singleton)
            container.register { [try $0.tryResolve(Page.self)] }
            container.registerOnMainActor { Theme() }
            let unchecked = try container.uncheckedServices()
            #expect(unchecked.isEmpty)
        }
    }
}
