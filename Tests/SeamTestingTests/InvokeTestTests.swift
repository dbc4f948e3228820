import Seam
import TestKit
import XCTest

/// The form for XCTest: every test runs in a copy of the current container.
final class InvokeTestTests: XCTestCase {
    override func invokeTest() {
        // swift-format-ignore: OnlyOneTrailingClosureArgument
        withOverrides({ _ in }) { super.invokeTest() }
    }

    override func setUp() {
        Container.current.register { Greeting("set up") }.scope(.singleton)
    }

    func testRunsInACopy() {
        XCTAssertFalse(Container.current === Container.main)
        XCTAssertFalse(Container.main.isRegistered(Greeting.self))
    }

    func testHasTheRegistrationsOfSetUp() {
        XCTAssertEqual(Container.current.resolve(Greeting.self).text, "set up")
    }

    func testHasInstancesOfItsOwn() {
        XCTAssertEqual(Container.current.resolve(Greeting.self).uses.increment(), 1)
    }

    func testHasInstancesOfItsOwnAsWell() {
        XCTAssertEqual(Container.current.resolve(Greeting.self).uses.increment(), 1)
    }

    func testMayOverrideMore() {
        Container.current.register { Greeting("test") }
        XCTAssertEqual(resolve(Greeting.self).text, "test")
    }

    func testMayBeAsync() async {
        await Task.yield()
        XCTAssertEqual(Container.current.resolve(Greeting.self).text, "set up")
        async let child = Container.current.resolve(Greeting.self).text
        let text = await child
        XCTAssertEqual(text, "set up")
    }

    @MainActor func testAsyncRequestsOnTheMainActorDoNotYield() async throws {
        var hasYielded = false
        Task { hasYielded = true }
        _ = try await Container.current.resolveAsync(Greeting.self)
        XCTAssertFalse(hasYielded)
    }

    @MainActor func testMayOverrideMoreOnTheMainActor() async {
        await withOverrides {
            $0.register { Greeting("inner") }
        } operation: {
            await Task.yield()
            XCTAssertEqual(resolve(Greeting.self).text, "inner")
        }
        XCTAssertEqual(resolve(Greeting.self).text, "set up")
    }
}
