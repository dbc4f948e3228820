import Seam
import Testing

extension Container {
    fileprivate var twin: Factory<String> { self { "here" }.singleton }

    // Two declarations on one line, which differ in their columns.
    // swift-format-ignore
    fileprivate var left: Factory<Int> { self { 1 } }
    fileprivate var right: Factory<Int> { self { 2 } }

    fileprivate func generic<Value: Sendable>(_ value: Value) -> Factory<Value> { self { value }.singleton }
}

/// The identity of a declared service: its type, name and place.
struct FactoryIdentityTests {
    private let container = Container()

    @Test func declarationsOfOneNameAndTypeInTwoFilesAreTwo() {
        #expect(container.twin() == "here")
        #expect(FactoryTwin.text(in: container) == "there")
    }

    @Test func overrideReachesItsOwnDeclarationAlone() {
        container.twin.register { "mock" }
        #expect(container.twin() == "mock")
        #expect(FactoryTwin.text(in: container) == "there")
        FactoryTwin.override(in: container, with: "other mock")
        #expect(container.twin() == "mock")
        container.twin.reset()
        #expect(FactoryTwin.text(in: container) == "other mock")
    }

    @Test func declarationsOfOneTypeOnOneLineAreTwo() {
        container.left.register { 10 }
        #expect(container.left() == 10)
        #expect(container.right() == 2)
    }

    @Test func genericDeclarationIsOneForEachType() {
        #expect(container.generic(1)() == 1)
        #expect(container.generic("a")() == "a")
        #expect(container.generic(2)() == 1)
    }

    @Test func readingThePropertyTwiceIsTheSameService() {
        let (first, second) = (container.twin, container.twin)
        first.register { "mock" }
        #expect(second() == "mock")
    }
}
