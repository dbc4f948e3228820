import Seam
import SeamTesting
import TestKit
import Testing

/// The trait gives a test, and every test of a suite, a container of its own.
@Suite(.container)
struct ContainerTraitTests {
    private static func greeting() -> String? { Container.current.optional(Greeting.self)?.text }

    @Test func testRunsInACopy() {
        #expect(Container.current !== Container.main)
    }

    @Test func registrationInATestReachesItsOwnCopy() {
        Container.current.register { Greeting("own") }
        #expect(Self.greeting() == "own")
        #expect(!Container.main.isRegistered(Greeting.self))
    }

    @Test(.container { $0.register { Greeting("trait") } }) func testHasTheRegistrationsOfItsTrait() {
        #expect(Self.greeting() == "trait")
    }

    @Test(.container { $0.register { Greeting("async") } }) func asyncTestHasTheRegistrationsOfItsTrait() async {
        await Task.yield()
        #expect(Self.greeting() == "async")
    }

    @Test(.container { $0.register { Greeting("main actor") } }) @MainActor
    func testOnTheMainActorHasTheRegistrationsOfItsTrait() {
        #expect(Self.greeting() == "main actor")
    }

    @Test(.container { $0.register { Greeting("free") } }) func freeFunctionAndWrappersFindTheRegistrationsOfTheTrait()
    {
        struct Owner {
            @Inject var greeting: Greeting
        }
        #expect(resolve(Greeting.self).text == "free")
        #expect(Owner().greeting.text == "free")
    }

    private static let server: Container = {
        let container = Container()
        container.register { Greeting("server") }
        return container
    }()

    @Test(.container(copying: server), .container { $0.register { 1 } })
    func testHasACopyOfTheGivenContainer() {
        #expect(Self.greeting() == "server")
        #expect(Container.current !== Self.server)
        Container.current.register { Greeting("own") }
        #expect(Self.server.resolve(Greeting.self).text == "server")
        #expect(Container.current.resolve(Int.self) == 1)
    }

    @Test(.container { $0.register { 1 } }, .container(copying: server))
    func copyOfTheGivenContainerLacksTheRegistrationsOfTraitsBefore() {
        #expect(Self.greeting() == "server")
        #expect(!Container.current.isRegistered(Int.self))
    }

    @Test(.container(copying: server) { $0.register { Greeting("override") } })
    func copyOfTheGivenContainerHasTheRegistrationsOfItsTrait() {
        #expect(Self.greeting() == "override")
    }

    @Test(.container { $0.register { Greeting("first") } }, .container { $0.register { Greeting("second") } })
    func laterTraitOfATestWins() {
        #expect(Self.greeting() == "second")
    }

    @Test(.container { $0.register { Greeting("each") }.scope(.singleton) }, arguments: 0..<10)
    func eachCaseHasInstancesOfItsOwn(number: Int) {
        let greeting = Container.current.resolve(Greeting.self)
        #expect(greeting.uses.increment() == 1)
    }

    @Test func traitWithAFailingOverrideFailsTheTest() async {
        struct Broken: Error {}
        let trait = ContainerTrait.container { _ in throw Broken() }
        await #expect(throws: Broken.self) {
            try await trait.provideScope(for: #require(Test.current), testCase: Test.Case.current) {}
        }
    }

    @Test func containerIsReleasedAfterTheTest() async throws {
        let seen = WeakReference<Container>()
        try await ContainerTrait.container.provideScope(
            for: #require(Test.current),
            testCase: Test.Case.current
        ) {
            seen.object = Container.current
        }
        #expect(seen.object == nil)
    }
}

/// Without the trait a test runs with the main container.
struct NoContainerTraitTests {
    @Test func testRunsInTheMainContainer() {
        #expect(Container.current === Container.main)
    }
}
