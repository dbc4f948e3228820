import TestKit
import Testing

@testable import Seam

/// The dependencies that a kept instance was given.
struct DependenciesTests {
    private let dependencies = Dependencies(keeperNumber: nil, outer: nil)

    private static func some() -> Dependencies { Dependencies(keeperNumber: nil, outer: nil) }

    private func isGiven(_ others: [Dependencies]) -> Bool { isGiven(others, to: dependencies) }

    private func isGiven(_ others: [Dependencies], to holder: Dependencies) -> Bool {
        holder.given.count == others.count
            && Set(holder.given.map(ObjectIdentifier.init)) == Set(others.map(ObjectIdentifier.init))
    }

    @Test func newInstanceHasNoDependencies() {
        #expect(dependencies.given.isEmpty)
    }

    @Test func notedDependenciesAreListed() {
        let others = (0..<3).map { _ in Self.some() }
        for other in others { dependencies.note(other) }
        #expect(isGiven(others))
    }

    @Test func dependencyThatIsNotedTwiceIsListedOnce() {
        let other = Self.some()
        dependencies.note(other)
        dependencies.note(other)
        #expect(isGiven([other]))
    }

    @Test func releasedDependenciesAreForgotten() {
        let other = Self.some()
        dependencies.note(Self.some())
        dependencies.note(other)
        dependencies.note(Self.some())
        #expect(isGiven([other]))
    }

    @Test func dependencyInThePlaceOfAReleasedOneIsListed() {
        for _ in 0..<100 {
            dependencies.note(Self.some())
            let other = Self.some()
            dependencies.note(other)
            #expect(isGiven([other]))
        }
    }

    @Test func livingDependenciesStayListedWhenManyCome() {
        let others = (0..<200).map { _ in Self.some() }
        for other in others {
            dependencies.note(other)
            for _ in 0..<3 { dependencies.note(Self.some()) }
        }
        #expect(isGiven(others))
    }

    @Test func dependenciesAreNotHeld() {
        weak var other: Dependencies?
        do {
            let noted = Self.some()
            dependencies.note(noted)
            other = noted
        }
        #expect(other == nil)
    }

    @Test func instanceOfAGraphPassesItsDependenciesToAllThatItIsPartOf() {
        let (second, given) = (Self.some(), Self.some())
        let shared = dependencies.ofPart()
        let part = shared.ofPart()
        shared.note(part)
        second.note(shared)
        shared.note(given)
        #expect(isGiven([part, given], to: shared))
        #expect(isGiven([given]))
        #expect(isGiven([given], to: second))
        let late = Self.some()
        part.note(late)
        #expect(isGiven([given, late]))
        #expect(isGiven([given, late], to: second))
    }

    @Test func keepersAreThoseOfTheInstancesAroundToo() {
        let (first, second) = (Container(), Container())
        let outer = Dependencies(keeperNumber: first.number, outer: nil)
        let inner = Dependencies(keeperNumber: second.number, outer: outer)
        #expect(outer.keeperNumbers == [first.number])
        #expect(inner.keeperNumbers == [first.number, second.number])
        #expect(Dependencies(keeperNumber: first.number, outer: outer).keeperNumbers == [first.number])
    }

    @Test func instanceThatIsHeldWeaklyHasNoKeeperOfItsOwn() {
        let outer = Dependencies(keeperNumber: Container.main.number, outer: nil)
        #expect(dependencies.keeperNumbers.isEmpty)
        #expect(Dependencies(keeperNumber: nil, outer: outer).keeperNumbers == outer.keeperNumbers)
    }

    @Test(.timeLimit(.minutes(15)))
    func threadsMayNoteDependenciesAtOnce() throws {
        let (dependencies, others) = (dependencies, (0..<100).map { _ in Self.some() })
        try ThreadGroup.run(4) { _ in
            for other in others { dependencies.note(other) }
        }
        #expect(isGiven(others))
    }
}
