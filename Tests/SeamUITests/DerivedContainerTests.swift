import Testing
import TestKit

@testable import SeamUI

/// The containers that a window or a preview makes for itself.
@MainActor
struct DerivedContainerTests {
    private let parent = Container()
    private let tally = Counter()

    @Test func childIsMadeOnceBelowTheEnvironment() {
        let kept = KeptService.child { [tally] _ in tally.increment() }
        let child = kept.service(in: parent)
        #expect(child.parent === parent)
        #expect(kept.service(in: Container()) === child)
        #expect(tally.count == 1)
    }

    @Test func childIsBelowTheCurrentContainerWithoutAnEnvironment() {
        let kept = withContainer(parent) { KeptService.child { _ in } }
        #expect(kept.service.parent === parent)
    }

    @Test func childHasItsOwnRegistrations() {
        parent.register { 1 }
        let child = KeptService.child { $0.register { 2 } }.service(in: parent)
        #expect(child.resolve(Int.self) == 2)
        #expect(parent.resolve(Int.self) == 1)
    }

    @Test func twoWindowsHaveTwoInstances() {
        parent.register { [tally] in tally.increment() }.scope(.container)
        let windows = (1...2).map { _ in KeptService.child { _ in }.service(in: parent) }
        #expect(windows.map { $0.resolve(Int.self) } == [1, 2])
        #expect(windows.map { $0.resolve(Int.self) } == [1, 2])
    }

    @Test func copyIsMadeOnceAndLeavesTheOriginalAlone() {
        parent.register { 1 }
        parent.register { services in "\(services.resolve(Int.self))" }
        let kept = KeptService.copy { $0.register { 2 } }
        let copy = kept.service(in: parent)
        #expect(copy.resolve(String.self) == "2")
        #expect(parent.resolve(String.self) == "1")
        #expect(kept.service(in: Container()) === copy)
    }

    @Test func copyOverridesAServiceThatAParentOwns() {
        parent.register { 1 }
        parent.register { services in "\(services.resolve(Int.self))" }.scope(.singleton)
        let copy = KeptService.copy { $0.register { 2 } }.service(in: Container(parent: parent))
        #expect(copy.resolve(String.self) == "2")
    }

    @Test func copiesOfSeveralTraitsAddUp() {
        let outer = KeptService.copy { $0.register { 1 } }.service(in: parent)
        let inner = KeptService.copy { $0.register { "text" } }.service(in: outer)
        #expect(inner.resolve(Int.self) == 1)
        #expect(inner.resolve(String.self) == "text")
    }
}
