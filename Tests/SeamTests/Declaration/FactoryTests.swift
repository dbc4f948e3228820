import Seam
import TestKit
import Testing

private protocol API: Sendable { var title: String { get } }

private struct Client: Sendable { let address: String }

private struct LiveAPI: API {
    let client: Client
    var title: String { "live at \(client.address)" }
}

private struct MockAPI: API { let title = "mock" }

private struct Refused: Error {}

extension Container {
    fileprivate var client: Factory<Client> { self { Client(address: "home") } }
    fileprivate var api: Factory<any API> { self { LiveAPI(client: self.client()) } }
    fileprivate var user: Factory<String, Int> { self { id in "user \(id)" } }
    fileprivate var sum: Factory<Int, Int, Int> { self { $0 + $1 } }
    fileprivate var failing: Factory<Double> { self { throw Refused() } }
    fileprivate var first: Factory<Character> { self { self.second() } }
    fileprivate var second: Factory<Character> { self { self.first() } }
}

struct FactoryTests {
    private let container = Container()

    @Test func factoryIsCalledLikeAFunction() {
        #expect(container.api().title == "live at home")
    }

    @Test func resolveIsTheSameAsACall() {
        #expect(container.api.resolve().title == "live at home")
        #expect(container.user.resolve(3) == "user 3")
    }

    /// An optimised build once crashed the compiler here, over the empty pack of arguments.
    @Test @concurrent func factoryIsCalledWhereTheExecutorHasChanged() async {
        #expect(container.client().address == "home")
        #expect(container.client.resolve().address == "home")
    }

    @Test func factoryTakesAnyNumberOfArguments() {
        #expect(container.user(42) == "user 42")
        #expect(container.sum(1, 2) == 3)
    }

    @Test func dependenciesOfAFactoryAreTheContainersOwn() {
        container.client.register { Client(address: "away") }
        #expect(container.api().title == "live at away")
    }

    @Test func factoryJoinsTheResolutionOfRegisteredServices() {
        container.register(String.self) { r in r.container.api().title }
        #expect(container.resolve(String.self) == "live at home")
    }

    @Test func factoryMayUseRegisteredServices() {
        container.register { 5 }
        container.client.register { Client(address: "\(resolve(Int.self))") }
        #expect(container.client().address == "5")
    }

    @Test func factoryKnowsItsContainer() {
        #expect(container.api.container === container)
    }

    @Test func failureOfAFactoryStopsTheProgramWithTheWholePath() async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = Container().failing(fileID: "Shop/Cart.swift", line: 12)
        }
        let text = try #require(result).standardErrorText
        #expect(
            text.contains(
                """
                Building '\\.failing' failed: Refused()
                  Path: \\.failing   (asked for at Shop/Cart.swift:12)
                """
            )
        )
    }

    @Test func cycleOfFactoriesStopsTheProgram() async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = Container().first()
        }
        let text = try #require(result).standardErrorText
        #expect(text.contains(#"'\.first' depends on itself."#))
        #expect(text.contains(#"Path: \.first → \.second → \.first"#))
    }

    @Test func containerDecoratorsApplyToAFactory() {
        container.decorate((any API).self) { _, _ in MockAPI() }
        #expect(container.api().title == "mock")
    }

    @Test func factoryIsNotFoundByItsTypeAlone() {
        _ = container.api()
        #expect(container.optional((any API).self) == nil)
        #expect(!container.isRegistered((any API).self))
    }

    @Test func closedContainerRefusesAFactory() async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let container = Container()
            try await container.shutdown()
            _ = container.api()
        }
        let text = try #require(result).standardErrorText
        #expect(text.contains("was asked for after its container was shut down."))
    }
}
