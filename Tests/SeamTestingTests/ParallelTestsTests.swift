import Seam
import SeamTesting
import Testing

/// Fifty tests at a time override the same keys differently; each sees its own, in every task and on every actor.
@Suite(.container)
struct ParallelTestsTests {
    private static let tests = 0..<50
    private static let scopes: [ServiceName?: Scope] = [nil: .unique, "cached": .cached, "singleton": .singleton]

    private actor Reader {
        func texts() -> Set<String> { ParallelTestsTests.texts() }
    }

    /// Overrides every key with `number` in the current container, which is the test's own.
    private static func override(with number: Int) {
        for (name, scope) in scopes {
            Container.current.register(name: name) { Greeting("\(number)") }.scope(scope)
        }
    }

    /// The texts of the current container under all keys.
    private static func texts() -> Set<String> {
        Set(scopes.keys.map { Container.current.resolve(Greeting.self, name: $0).text })
    }

    @Test(arguments: tests) func testSeesItsOwnOverrides(number: Int) async {
        Self.override(with: number)
        for _ in 0..<20 {
            await Task.yield()
            #expect(Self.texts() == ["\(number)"])
        }
    }

    @Test(arguments: tests) func childTaskSeesTheOverridesOfItsTest(number: Int) async {
        Self.override(with: number)
        async let first = Self.texts()
        async let second = Self.texts()
        #expect(await first == ["\(number)"])
        #expect(await second == ["\(number)"])
    }

    @Test(arguments: tests) func taskGroupSeesTheOverridesOfItsTest(number: Int) async {
        Self.override(with: number)
        let texts = await withTaskGroup(of: Set<String>.self) { group in
            for _ in 0..<10 {
                group.addTask {
                    await Task.yield()
                    return Self.texts()
                }
            }
            return await group.reduce(into: Set()) { $0.formUnion($1) }
        }
        #expect(texts == ["\(number)"])
    }

    @Test(arguments: tests) func unstructuredTaskSeesTheOverridesOfItsTest(number: Int) async {
        Self.override(with: number)
        let task = Task {
            await Task.yield()
            return Self.texts()
        }
        #expect(await task.value == ["\(number)"])
    }

    @Test(arguments: tests) func actorSeesTheOverridesOfItsTest(number: Int) async {
        Self.override(with: number)
        #expect(await Reader().texts() == ["\(number)"])
    }

    @Test(arguments: tests) func mainActorSeesTheOverridesOfItsTest(number: Int) async {
        Self.override(with: number)
        #expect(await MainActor.run { Self.texts() } == ["\(number)"])
    }

    @Test(arguments: tests) @MainActor func testOnTheMainActorSeesItsOwnOverrides(number: Int) async {
        Self.override(with: number)
        await Task.yield()
        #expect(Self.texts() == ["\(number)"])
    }

    @Test(arguments: tests) func overrideInsideATestEndsWithItsOperation(number: Int) async {
        Self.override(with: number)
        await withOverrides {
            $0.register { Greeting("inner \(number)") }
        } operation: {
            await Task.yield()
            #expect(Container.current.resolve(Greeting.self).text == "inner \(number)")
        }
        #expect(Self.texts() == ["\(number)"])
    }
}
