import Seam
import Testing

struct ArrayServiceTests {
    private let container = Container()

    @Test func arrayHasEveryRegistrationAndContribution() {
        container.register { 1 }
        container.contribute { 2 }
        container.register(name: "three") { 3 }
        #expect(container.resolve([Int].self) == [1, 2, 3])
    }

    @Test func servicesOfParentsComeFirst() {
        container.contribute { 1 }
        let child = Container(parent: container)
        child.contribute { 2 }
        container.contribute { 3 }
        #expect(child.resolve([Int].self) == [1, 3, 2])
    }

    @Test func arrayIsEmptyWithoutRegistrations() {
        #expect(container.resolve([Int].self) == [])
        #expect(container.optional([Int].self) == [])
    }

    @Test func explicitRegistrationOfAnArrayWins() {
        container.contribute { 1 }
        container.register { [7, 8] }
        #expect(container.resolve([Int].self) == [7, 8])
    }

    @Test func arrayCanBeAutowiredAndInjected() {
        struct Owner: Sendable {
            let numbers: [Int]
        }
        struct Injected { @Inject var numbers: [Int] }
        container.contribute { 1 }
        container.contribute { 2 }
        container.register(autowiring: Owner.init)
        #expect(container.resolve(Owner.self).numbers == [1, 2])
        #expect(withContainer(container) { Injected() }.numbers == [1, 2])
    }

    @Test func factoryMayTakeAnArray() {
        container.contribute { 1 }
        container.contribute { 2 }
        container.register { r in "\(r.resolve([Int].self))" }
        #expect(container.resolve(String.self) == "[1, 2]")
    }
}
