import Dispatch
import Seam
import TestKit
import Testing

/// Services that are built on the main actor.
struct MainActorRegistrationTests {
    @MainActor
    private final class Screen {
        let title: String
        init(title: String = "start") { self.title = title }
    }

    /// A class that is not Sendable and bound to no actor: it belongs to the main actor, which makes it.
    private final class Pen {
        var strokes = 0
    }

    private struct Colour: Sendable, Equatable { let name: String }

    @MainActor
    private final class Window {
        @Inject var screen: Screen
    }

    @Test @MainActor func synchronousRequestWorksOnTheMainActor() {
        let container = Container()
        container.registerOnMainActor {
            MainActor.preconditionIsolated()
            return Screen(title: "home")
        }
        #expect(container.resolve(Screen.self).title == "home")
    }

    @Test @MainActor func factoryReceivesResolverAndArguments() {
        let container = Container()
        container.register { Colour(name: "red") }
        container.registerOnMainActor { (resolver: Resolver, title: String, number: Int) in
            Screen(title: "\(title) \(number) \(resolver.resolve(Colour.self).name)")
        }
        #expect(container.resolve(Screen.self, arguments: "page", 2).title == "page 2 red")
    }

    /// A closure that says itself where it runs: `register(value:)` would take it for its value.
    @Test @MainActor func closureOfTheMainActorIsAFactory() async {
        let container = Container()
        container.register { @MainActor in Screen() }.scope(.cached)
        container.register { @MainActor resolver in Window() }
        container.register(Pen.self) { @MainActor (_: Resolver, strokes: Int) in
            let pen = Pen()
            pen.strokes = strokes
            return pen
        }
        #expect(container.resolve(Screen.self) === container.resolve(Screen.self))
        #expect(container.resolve(Window.self).screen === container.resolve(Screen.self))
        #expect(container.resolve(Pen.self, arguments: 3).strokes == 3)
        let failure = await Deadline.error { () throws(ResolutionError) in
            _ = try container.tryResolve(Window.self)
        }
        #expect(failure?.code == .requiresMainActor)
    }

    @Test func asyncRequestHopsToTheMainActor() async throws {
        let container = Container()
        container.registerOnMainActor { Screen(title: "hopped") }
        let screen = try await Task.detached { try await container.resolveAsync(Screen.self) }.value
        #expect(screen.title == "hopped")
    }

    @Test func asyncRequestPassesItsArgumentsToTheMainActor() async throws {
        let container = Container()
        container.registerOnMainActor { (_: Resolver, title: String) in Screen(title: title) }
        let screen =
            try await Task.detached {
                try await container.resolveAsync(Screen.self, arguments: "given")
            }
            .value
        #expect(screen.title == "given")
    }

    @Test func asyncRequestFromAnActorHopsToTheMainActor() async throws {
        actor Studio {
            func screen(from container: Container) async throws -> Screen {
                try await container.resolveAsync(Screen.self)
            }
        }
        let container = Container()
        container.registerOnMainActor { Screen(title: "hopped") }
        let screen = try await Studio().screen(from: container)
        #expect(screen.title == "hopped")
    }

    @Test func dependencyOnTheMainActorFailsElsewhereWithItsPath() async throws {
        let container = Container()
        container.registerOnMainActor { Screen() }
        container.register { resolver in
            _ = try resolver.tryResolve(Screen.self)
            return Colour(name: "none")
        }
        let failure = await Deadline.error { () throws(ResolutionError) in
            _ = try container.tryResolve(Colour.self)
        }
        let error = try #require(failure)
        #expect(error.code == .requiresMainActor)
        #expect(error.steps == ["Colour", "Screen"])
    }

    @Test @MainActor func classThatIsNotSendableMayBeAMainActorService() async throws {
        let container = Container()
        container.registerOnMainActor { Pen() }.scope(.singleton)
        container.resolve(Pen.self).strokes += 1
        let pen = try await container.resolveAsync(Pen.self)
        #expect(pen.strokes == 1)
    }

    @Test @MainActor func injectedPropertyOfAMainActorTypeFindsIt() {
        let container = Container()
        container.registerOnMainActor { Screen(title: "injected") }
        let window = withContainer(container) { Window() }
        #expect(window.screen.title == "injected")
    }

    @Test func mainQueueCountsAsTheMainActor() async {
        let container = Container()
        container.registerOnMainActor { Screen(title: "queue") }
        let isBuilt = await Deadline.result {
            DispatchQueue.main.sync { (try? container.tryResolve(Screen.self)) != nil }
        }
        #expect(isBuilt == true)
    }

    @Test @MainActor func errorOfTheFactoryIsPassedOn() throws {
        struct Broken: Error {}
        let container = Container()
        container.registerOnMainActor { () throws -> Screen in throw Broken() }
        let error = #expect(throws: ResolutionError.self) { try container.tryResolve(Screen.self) }
        #expect(error?.code == .factoryFailed)
        #expect(error?.underlying is Broken)
    }
}
