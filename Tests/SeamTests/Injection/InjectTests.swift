import Seam
import TestKit
import Testing

extension Container {
    fileprivate var declaredNumber: Factory<Int> { self { 7 } }
    fileprivate var declaredText: Factory<String, Int> { self { "declared \($0)" } }
}

struct InjectTests {
    private final class Service: Sendable {}

    private let container = Container()

    @Test func wrapperResolvesByTypeFromTheCurrentContainer() {
        struct Owner { @Inject var number: Int }
        container.register { 1 }
        #expect(withContainer(container) { Owner() }.number == 1)
    }

    @Test func wrapperResolvesByName() {
        struct Owner { @Inject(name: "two") var number: Int }
        container.register { 1 }
        container.register(name: "two") { 2 }
        #expect(withContainer(container) { Owner() }.number == 2)
    }

    @Test func wrapperResolvesWithArguments() {
        struct Owner { @Inject(arguments: 4, "x") var text: String }
        container.register { (_: Resolver, number: Int, text: String) in "\(number)\(text)" }
        #expect(withContainer(container) { Owner() }.text == "4x")
    }

    @Test func wrapperResolvesWithNameAndArguments() {
        struct Owner { @Inject(name: "loud", arguments: 4) var text: String }
        container.register { (_: Resolver, number: Int) in "\(number)" }
        container.register(name: "loud") { (_: Resolver, number: Int) in "\(number)!" }
        #expect(withContainer(container) { Owner() }.text == "4!")
    }

    @Test func wrapperResolvesInAGivenContainer() {
        container.register { 1 }
        container.register(name: "two") { 2 }
        container.register { (_: Resolver, number: Int) in "\(number)" }
        container.register(name: "loud") { (_: Resolver, number: Int) in "\(number)!" }
        #expect(Inject<Int>(in: container).wrappedValue == 1)
        #expect(Inject<Int>(name: "two", in: container).wrappedValue == 2)
        #expect(Inject<String>(arguments: 3, in: container).wrappedValue == "3")
        #expect(Inject<String>(name: "loud", arguments: 3, in: container).wrappedValue == "3!")
    }

    @Test func wrapperResolvesADeclaredService() {
        struct Owner {
            @Inject(\.declaredNumber) var number
            @Inject(\.declaredText, arguments: 5) var text
        }
        let owner = withContainer(container) { Owner() }
        #expect(owner.number == 7)
        #expect(owner.text == "declared 5")
    }

    @Test func wrapperResolvesADeclaredServiceInAGivenContainer() {
        container.declaredNumber.register { 8 }
        container.declaredText.register { "mock \($0)" }
        #expect(Inject(\.declaredNumber, in: container).wrappedValue == 8)
        #expect(Inject(\.declaredText, arguments: 6, in: container).wrappedValue == "mock 6")
    }

    @Test func wrapperResolvesWhenTheOwnerIsCreated() {
        struct Owner { @Inject var number: Int }
        let tally = Counter()
        container.register(Int.self) { tally.increment() }
        let owner = withContainer(container) { Owner() }
        #expect(tally.count == 1)
        #expect([owner.number, owner.number] == [1, 1])
    }

    @Test func optionalPropertyIsNilWithoutARegistration() {
        struct Owner { @Inject var service: Service? }
        #expect(withContainer(container) { Owner() }.service == nil)
    }

    @Test func optionalPropertyHasTheRegisteredService() {
        struct Owner { @Inject var service: Service? }
        container.register { Service() }
        #expect(withContainer(container) { Owner() }.service != nil)
    }

    @Test func valueOfTheWrapperCanBeSet() {
        struct Owner { @Inject var number: Int }
        container.register { 1 }
        var owner = withContainer(container) { Owner() }
        owner.number = 9
        #expect(owner.number == 9)
    }

    @Test func copiesOfAStructAreIndependent() {
        struct Owner { @Inject var number: Int }
        container.register { 1 }
        let original = withContainer(container) { Owner() }
        var copy = original
        copy.number = 2
        #expect(original.number == 1)
        #expect(copy.number == 2)
    }

    @Test func constantWrapperGoesIntoAMemberwiseInitialiser() {
        struct Row { @Inject var accounts: [Int] }
        let row = Row(accounts: .constant([1, 2]))
        #expect(row.accounts == [1, 2])
    }

    @Test func memberwiseInitialiserResolvesOmittedProperties() {
        struct Row {
            @Inject var number: Int
            @Inject var text: String
        }
        container.register { 1 }
        container.register { "text" }
        let row = withContainer(container) { Row(text: .constant("other")) }
        #expect(row.number == 1)
        #expect(row.text == "other")
    }

    @Test func givenContainerWinsOverTheCurrentOne() {
        let other = Container()
        container.register { 1 }
        other.register { 2 }
        withContainer(container) {
            #expect(Inject<Int>(in: other).wrappedValue == 2)
        }
    }

    @Test func objectBuiltByAFactoryResolvesFromTheContainerThatBuildsIt() {
        final class Screen {
            @Inject var number: Int
        }
        container.register { 1 }
        container.register { Screen() }
        let child = Container(parent: container)
        child.register { 2 }
        #expect(container.resolve(Screen.self).number == 1)
        #expect(child.resolve(Screen.self).number == 2)
    }

    @Test func missingServiceStopsTheProgramWithTheWholeText() async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let container = Container()
            _ = Inject<Double>(name: "ratio", in: container, fileID: "Shop/Cart.swift", line: 12)
        }
        let text = try #require(result).standardErrorText
        #expect(
            text.contains(
                """
                No registration for 'Double' named "ratio".
                  Path: Double "ratio"   (asked for at Shop/Cart.swift:12)
                  To fix it, register it before it is asked for: `container.register(Double.self, name: "ratio") { … }`.
                """
            )
        )
    }
}
