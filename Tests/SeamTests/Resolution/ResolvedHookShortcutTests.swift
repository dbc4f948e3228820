import TestKit
import Testing

@testable import Seam

/// The `onResolved` hooks of unique services, which no slow path queues.
struct ResolvedHookShortcutTests {
    private struct Failure: Error {}
    private final class Lamp: Sendable {}
    private final class Switch: Sendable {}
    private final class Fuse: Sendable {}

    private let container = Container()
    private let ran = Journal<String>()

    @Test func uniqueServiceHasAShortcut() {
        container.register { Lamp() }.onResolved { _, _ in }
        let lookup = container.lookUp(Signature(ObjectIdentifier(Lamp.self)), name: nil)
        defer { lookup.record.endReading() }
        guard case .complete = lookup.shortcut else {
            Issue.record("The shortcut is another one.")
            return
        }
    }

    @Test func hookHasTheArgumentsOfItsInstanceOnItsPath() {
        container.register { _, watts in "\(watts as Int) W" }
            .onResolved { _, services in _ = try services.tryResolve(String.self, arguments: 60) }
        let error = #expect(throws: ResolutionError.self) { try container.tryResolve(String.self, arguments: 60) }
        #expect(error?.code == .circularDependency)
        #expect(error?.path.count == 2)
    }

    @Test func hookOfTheOutermostServiceRunsAfterThoseInside() {
        container.register { Fuse() }.onResolved { [ran] _, _ in ran.note("fuse") }
        container.register { services in
            _ = services.resolve(Fuse.self)
            return Lamp()
        }
        .onResolved { [ran] _, services in
            _ = services.resolve(Fuse.self)
            ran.note("lamp")
        }
        for _ in 0..<2 { _ = container.resolve(Lamp.self) }
        #expect(ran.entries == ["fuse", "lamp", "fuse", "fuse", "lamp", "fuse"])
    }

    @Test func hookSharesTheGraphOfItsRequest() {
        container.register { Fuse() }.scope(.graph)
        container.register { services in
            let fuse = services.resolve(Fuse.self)
            return { fuse } as @Sendable () -> Fuse
        }
        .onResolved { [ran] fuse, services in ran.note("\(services.resolve(Fuse.self) === fuse())") }
        _ = container.resolve((@Sendable () -> Fuse).self)
        #expect(ran.entries == ["true"])
    }

    /// A task that a late hook starts is no part of the factory that the hook's service was built for.
    @Test(.timeLimit(.minutes(15))) func taskOfALateHookMayWaitForTheFactoryAroundIt() async throws {
        let (isBuilding, mayEnd, isAsked, isOver) = (Gate(), Gate(), Gate(), Gate())
        container.register { Lamp() }
            .onResolved { [ran] _, services in
                Task {
                    defer { isOver.open() }
                    isAsked.open()
                    _ = try await services.resolveAsync(Switch.self)
                    ran.note("switch")
                }
            }
        container.registerAsync { services in
            isBuilding.open()
            await mayEnd.pass()
            _ = try services.tryResolve(Lamp.self)
            await isAsked.pass()
            // The task asks meanwhile.
            try await Task.sleep(for: .milliseconds(50))
            return Switch()
        }
        .scope(.singleton)
        container.registerAsync { services in
            Task { _ = try await services.resolveAsync(Switch.self) }
            await isBuilding.pass()
            return Fuse()
        }
        _ = try await container.resolveAsync(Fuse.self)
        mayEnd.open()
        await isOver.pass()
        #expect(ran.entries == ["switch"])
    }

    @Test func afterAFailingHookOnlyThoseOfKeptInstancesRun() throws {
        container.register { Fuse() }.onResolved { [ran] _, _ in ran.note("fuse") }
        container.register { Switch() }.scope(.singleton).onResolved { [ran] _, _ in ran.note("switch") }
        container.register { Lamp() }
            .onResolved { _, services in
                _ = services.resolve(Fuse.self)
                _ = services.resolve(Switch.self)
                throw Failure()
            }
        let error = #expect(throws: ResolutionError.self) { try container.tryResolve(Lamp.self) }
        #expect(error?.underlying is Failure)
        #expect(error?.path.map(\.description) == ["Lamp"])
        #expect(ran.entries == ["switch"])
    }

    /// The outermost request ends before a task that its factory has started.
    @Test(arguments: [true, false]) func lateHookRunsAtOnceAndFailsNothing(fails: Bool) async throws {
        let (isBuilding, mayEnd, isOver) = (Gate(), Gate(), Gate())
        container.register { Lamp() }
            .onResolved { [ran] _, services in
                ran.note("lamp in \(services.container === Container.current)")
                if fails { throw Failure() }
            }
        container.registerAsync { services in
            isBuilding.open()
            await mayEnd.pass()
            _ = try services.tryResolve(Lamp.self)
            return Switch()
        }
        container.registerAsync { [ran] services in
            Task {
                defer { isOver.open() }
                _ = try await services.resolveAsync(Switch.self)
                ran.note("switch")
            }
            await isBuilding.pass()
            return Fuse()
        }
        _ = try await container.resolveAsync(Fuse.self)
        mayEnd.open()
        await isOver.pass()
        #expect(ran.entries == ["lamp in true", "switch"])
    }

    @Test func deinitAtTheEndOfARequestMayAskForTheService() {
        final class Owner: Sendable {
            let whenReleased: @Sendable () -> Void
            init(_ whenReleased: @escaping @Sendable () -> Void) { self.whenReleased = whenReleased }
            deinit { whenReleased() }
        }
        container.register { Lamp() }.onResolved { [ran] _, _ in ran.note("lamp") }
        container.register { [container] in Owner { _ = container.resolve(Lamp.self) } }.onResolved { _, _ in }
        container.register { services in
            _ = services.resolve(Owner.self)
            return Switch()
        }
        _ = container.resolve(Switch.self)
        #expect(ran.entries == ["lamp"])
    }
}
