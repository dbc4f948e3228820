import Seam
import TestKit
import Testing

/// Declared services that are injected lazily, in validations and graphs.
struct LazyDeclarationTests {
    private final class Screen {
        @LazyInject(\.dials) var dials: Dials
    }

    private final class Pointer {
        @WeakInject(\.needle, arguments: 1) var needle
    }

    private final class Gauge {
        @DynamicInject(\.dials) var dials: Dials
    }

    @Test func declarationThatCannotBeBuiltIsFoundBehindEachWrapper() {
        let container = Container()
        container.register { Screen() }
        #expect(container.findings.texts == ["missing \\.dials"])
        let other = Container()
        other.register { Gauge() }
        #expect(other.findings.texts == ["missing \\.dials"])
        let third = Container()
        third.register { Pointer() }
        #expect(third.findings.texts == ["factoryFailed \\.needle"])
    }

    @Test func observerReadsNoDeclarationBeforeItsFirstUse() {
        let container = Container()
        container.register { Screen() }
        let token = container.observe { _ in }
        _ = container.resolve(Screen.self)
        #expect(container.registrations.map(\.key.description) == ["Screen"])
        token.cancel()
    }

    @Test func promiseThatIsKeptIsNoFault() {
        let container = Container()
        container.register { Screen() }
        container.dials.register { Dials() }
        #expect(container.findings.isEmpty)
    }

    @Test func placeOfAFindingIsThatOfTheProperty() {
        let container = Container()
        container.register { Screen() }
        #expect(container.findings.first?.location?.fileID.hasSuffix("LazyDeclarationTests.swift") == true)
    }

    @Test func lazyEdgeLeadsToTheDeclaration() {
        let container = Container()
        container.dials.register { Dials() }
        container.register { Screen() }.scope(.singleton)
        container.register { Gauge() }
        let edges = container.dependencyGraph().edges.map { "\($0.from) \($0.kind.rawValue) \($0.to)" }
        #expect(edges == ["Screen lazy \\.dials", "Gauge lazy \\.dials"])
    }

    @Test func cachedDeclarationIsCaptiveInASingletonThatInjectsItLazily() throws {
        final class Panel { @LazyInject(\.cachedDials) var dials }
        let container = Container()
        container.register { Panel() }.scope(.singleton)
        let finding = try #require(container.findings.first)
        #expect(container.findings.texts == ["captive Panel → \\.cachedDials"])
        #expect(finding.description.contains("take it as `@DynamicInject(\\.cachedDials)`, or give"))
    }

    @Test func declarationThatInjectsItselfLazilyIsBuiltOnce() {
        let container = Container()
        container.register { Turtle(1) }
        #expect(container.findings.isEmpty)
    }

    @Test func asyncAndMainActorDeclarationsAreBuiltToo() async {
        final class Both {
            @LazyInject(\.slowDials) var slow
        }
        let container = Container()
        container.register { Both() }
        #expect(container.findings.texts == ["factoryFailed \\.slowDials"])
    }
}

/// A turtle that stands on another one, if anybody looks.
private final class Turtle {
    @LazyInject var below: Turtle

    init(_ number: Int) { _below = LazyInject(\.turtle, arguments: number + 1) }
}

private final class Dials: Sendable {}
private final class Needle: Sendable {}
private struct Broken: Error {}

extension Container {
    fileprivate var dials: Factory<Dials> { promised() }
    fileprivate var cachedDials: Factory<Dials> { self { Dials() }.cached }
    fileprivate var needle: Factory<Needle, Int> { self { (_: Int) throws -> Needle in throw Broken() } }
    fileprivate var turtle: Factory<Turtle, Int> { self { Turtle($0) } }
    fileprivate var slowDials: Factory<Dials> {
        async { () async throws -> Dials in throw Broken() }.singleton
    }
}
