import Seam
import TestKit
import Testing

/// Validations of autowired services, which are checked from their types.
struct AutowiredValidationTests {
    private struct Level<Below>: Sendable {
        init(_: Below) {}
    }

    /// Registers services that need each other in a chain, the one that nobody needs first.
    private static func addLevels<Below>(_ count: Int, above _: Below.Type, to container: Container) {
        guard count > 0 else { return }
        addLevels(count - 1, above: Level<Below>.self, to: container)
        container.register(autowiring: Level<Below>.init)
    }

    // A stack that overflows ends the process. Sanitizers enlarge the frames.
    @Test(.enabled(if: !Sanitizer.isActive)) func longChainNeedsLittleStack() async {
        await #expect(processExitsWith: .success) {
            Deadline.endProcess()
            let container = Container()
            container.register(value: 0)
            Self.addLevels(250, above: Int.self, to: container)
            let findings = try await Deadline.valueOnThread(stackSize: 128 << 10) { container.findings.count }
            try #require(findings == 0)
        }
    }

    @Test func circleIsOneFinding() {
        let container = Container()
        container.register(autowiring: Level<Int>.init)
        container.register(autowiring: { (_: Level<Level<Int>>) in 0 })
        container.register(autowiring: Level<Level<Int>>.init)
        #expect(container.findings.map(\.kind) == [.cycle])
    }

    @Test func circleBehindAnotherFaultIsFound() {
        let container = Container()
        container.register(autowiring: { (_: Level<String>) in 0 })
        container.register(autowiring: { (_: Bool, _: Int) in "text" })
        container.register(autowiring: Level<String>.init)
        #expect(
            container.findings.texts == [
                "missing Int → Level<String> → String → Bool", "cycle Int → Level<String> → String → Int",
            ]
        )
        container.register { true }
        #expect(container.findings.texts == ["cycle Int → Level<String> → String → Int"])
    }

    @Test func circlesThatShareAServiceAreAllFound() {
        let container = Container()
        container.register(autowiring: { (_: String, _: [Double], _: Float?) in 0 })
        container.register(autowiring: { (_: Int) in "text" })
        container.register { 1.0 as Float }.implements(Double.self) { Double($0) }
        container.register(autowiring: { (_: Level<Int>) in 1.0 as Float }).implements(Double.self) { Double($0) }
        container.register(autowiring: Level<Int>.init)
        #expect(
            container.findings.texts == [
                "cycle Int → String → Int", "cycle Int → Double → Float → Level<Int> → Int",
                "cycle Int → Float → Level<Int> → Int",
            ]
        )
    }

    /// The parent builds its service with its own number.
    @Test func circleThatASingletonOfTheParentOpensIsNone() {
        let parent = Container()
        let child = Container(parent: parent)
        parent.register(value: 0)
        parent.register(autowiring: { (_: Int) in "text" }).scope(.singleton)
        child.register(autowiring: { (_: String) in 0 })
        #expect(child.findings.texts == [])
    }

    /// The types do not show it, since a service may be a class behind a protocol.
    @Test func sharedValueIsAFinding() {
        let container = Container()
        container.register(value: 0)
        container.register(autowiring: Level<Int>.init).scope(.shared)
        #expect(container.findings.map(\.kind) == [.factoryFailed])
    }

    @Test func parentCannotBuildItsSingletonWithAServiceOfTheChild() {
        let parent = Container()
        let child = Container(parent: parent)
        parent.register(value: 0)
        parent.register(autowiring: Level<Level<Level<Int>>>.init).scope(.singleton)
        parent.register(autowiring: Level<Level<Int>>.init)
        child.register(autowiring: Level<Int>.init)
        #expect(
            child.findings.texts == [
                "missing Level<Level<Level<Int>>> → Level<Level<Int>> → Level<Int>"
            ]
        )
    }

    @Test func captiveServiceOfAParentIsFoundBehindAnotherOneOfTheChild() {
        let parent = Container()
        let child = Container(parent: parent)
        parent.register(value: 0)
        parent.register(autowiring: Level<Level<Level<Int>>>.init).scope(.singleton)
        parent.register(autowiring: Level<Level<Int>>.init)
        parent.register(autowiring: Level<Int>.init).scope(.cached)
        child.register(autowiring: Level<Int>.init).scope(.singleton)
        #expect(
            child.findings.texts == [
                "captive Level<Level<Level<Int>>> → Level<Level<Int>> → Level<Int>"
            ]
        )
    }
}
