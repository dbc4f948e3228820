import Seam
import TestKit
import Testing

extension Container {
    fileprivate var dynamicNumber: Factory<Int> { self { 7 } }
    fileprivate var dynamicText: Factory<String, Int> { self { "declared \($0)" } }
}

struct DynamicInjectTests {
    private struct Owner {
        @DynamicInject var number: Int
        func read() -> Int { number }
    }

    private let container = Container()

    @Test func wrapperResolvesOnEveryRead() {
        let tally = Counter()
        container.register(Int.self) { tally.increment() }
        let owner = withContainer(container) { Owner() }
        #expect(tally.count == 0)
        #expect([owner.number, owner.number, owner.read()] == [1, 2, 3])
    }

    @Test func wrapperFollowsReplacements() {
        container.register { 1 }
        let owner = withContainer(container) { Owner() }
        #expect(owner.number == 1)
        container.register { 2 }
        #expect(owner.number == 2)
    }

    @Test func wrapperStaysWithTheContainerOfItsCreation() {
        let other = Container()
        container.register { 1 }
        other.register { 2 }
        let owner = withContainer(container) { Owner() }
        #expect(withContainer(other) { owner.number } == 1)
    }

    @Test func wrapperResolvesByNameAndArguments() {
        container.register(name: "two") { 2 }
        container.register { (_: Resolver, number: Int) in "\(number)" }
        container.register(name: "loud") { (_: Resolver, number: Int) in "\(number)!" }
        #expect(DynamicInject<Int>(name: "two", in: container).wrappedValue == 2)
        #expect(DynamicInject<String>(arguments: 3, in: container).wrappedValue == "3")
        #expect(DynamicInject<String>(name: "loud", arguments: 3, in: container).wrappedValue == "3!")
    }

    @Test func wrapperResolvesDeclaredServices() {
        struct Declared {
            @DynamicInject(\.dynamicNumber) var number
            @DynamicInject(\.dynamicText, arguments: 5) var text
        }
        let declared = withContainer(container) { Declared() }
        #expect(declared.number == 7)
        container.dynamicNumber.register { 8 }
        #expect(declared.number == 8)
        #expect(declared.text == "declared 5")
        #expect(DynamicInject(\.dynamicNumber, in: container).wrappedValue == 8)
        #expect(DynamicInject(\.dynamicText, arguments: 6, in: container).wrappedValue == "declared 6")
    }

    @Test func constantWrapperAlwaysHasItsValue() {
        let owner = Owner(number: .constant(5))
        #expect([owner.number, owner.number] == [5, 5])
    }

    @Test func optionalPropertyIsNilWithoutARegistration() {
        let wrapper = DynamicInject<Int?>(in: container)
        #expect(wrapper.wrappedValue == nil)
        container.register { 1 }
        #expect(wrapper.wrappedValue == 1)
    }
}
