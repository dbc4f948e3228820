import Seam
import TestKit
import Testing

extension Container {
    fileprivate var lazyNumber: Factory<Int> { self { 7 } }
    fileprivate var lazyText: Factory<String, Int> { self { "declared \($0)" } }
}

struct LazyInjectTests {
    private final class Service: Sendable {}

    private struct Owner {
        @LazyInject var number: Int

        func readInNonmutatingMethod() -> Int { number }
        func writeInNonmutatingMethod(_ value: Int) { number = value }
    }

    private let container = Container()
    private let tally = Counter()

    private func makeOwner() -> Owner {
        container.register(Int.self) { [tally] in tally.increment() }
        return withContainer(container) { Owner() }
    }

    @Test func wrapperResolvesOnFirstRead() {
        let owner = makeOwner()
        #expect(tally.count == 0)
        #expect(owner.number == 1)
        #expect(tally.count == 1)
    }

    @Test func wrapperResolvesOnce() {
        let owner = makeOwner()
        #expect([owner.number, owner.number, owner.readInNonmutatingMethod()] == [1, 1, 1])
    }

    @Test func wrapperTellsWhetherItIsResolved() {
        let owner = makeOwner()
        #expect(!owner.$number.isResolved)
        _ = owner.number
        #expect(owner.$number.isResolved)
    }

    @Test func releaseReleasesTheService() {
        struct Holder { @LazyInject var service: Service }
        container.register { Service() }
        let holder = withContainer(container) { Holder() }
        let service = WeakReference(holder.service)
        #expect(service.object != nil)
        holder.$service.release()
        #expect(service.object == nil)
        #expect(!holder.$service.isResolved)
    }

    @Test func readAfterReleaseResolvesFromTheCurrentContainer() {
        let owner = makeOwner()
        _ = owner.number
        owner.$number.release()
        let other = Container()
        other.register { 100 }
        #expect(withContainer(other) { owner.number } == 100)
    }

    @Test func releaseBeforeTheFirstReadChangesNothing() {
        let owner = makeOwner()
        owner.$number.release()
        #expect(owner.number == 1)
    }

    @Test func valueCanBeSetBeforeTheFirstRead() {
        let owner = makeOwner()
        owner.number = 42
        #expect(owner.number == 42)
        #expect(owner.$number.isResolved)
        #expect(tally.count == 0)
    }

    @Test func valueCanBeSetAfterTheFirstRead() {
        let owner = makeOwner()
        _ = owner.number
        owner.writeInNonmutatingMethod(42)
        #expect(owner.number == 42)
    }

    @Test func setValueCanBeReleased() {
        let owner = makeOwner()
        owner.number = 42
        owner.$number.release()
        #expect(withContainer(container) { owner.number } == 1)
    }

    @Test func constantWrapperHasItsValueAtOnce() {
        let owner = Owner(number: .constant(5))
        #expect(owner.$number.isResolved)
        #expect(owner.number == 5)
    }

    @Test func releasedConstantResolvesFromTheCurrentContainer() async {
        await #expect(processExitsWith: .success) {
            let container = Container()
            container.register { 6 }
            let owner = Owner(number: .constant(5))
            owner.$number.release()
            let number = withContainer(container) { owner.number }
            #expect(number == 6)
        }
    }

    @Test func wrapperResolvesByNameAndArguments() {
        container.register(name: "two") { 2 }
        container.register { (_: Resolver, number: Int) in "\(number)" }
        container.register(name: "loud") { (_: Resolver, number: Int) in "\(number)!" }
        #expect(LazyInject<Int>(name: "two", in: container).wrappedValue == 2)
        #expect(LazyInject<String>(arguments: 3, in: container).wrappedValue == "3")
        #expect(LazyInject<String>(name: "loud", arguments: 3, in: container).wrappedValue == "3!")
    }

    @Test func wrapperResolvesDeclaredServices() {
        struct Declared {
            @LazyInject(\.lazyNumber) var number
            @LazyInject(\.lazyText, arguments: 5) var text
        }
        let declared = withContainer(container) { Declared() }
        container.lazyNumber.register { 8 }
        #expect(declared.number == 8)
        #expect(declared.text == "declared 5")
        #expect(LazyInject(\.lazyNumber, in: container).wrappedValue == 8)
        #expect(LazyInject(\.lazyText, arguments: 6, in: container).wrappedValue == "declared 6")
    }

    @Test func optionalPropertyIsNilWithoutARegistration() {
        #expect(LazyInject<Service?>(in: container).wrappedValue == nil)
    }

    @Test func wrapperFollowsRegistrationsMadeBeforeTheFirstRead() {
        let owner = makeOwner()
        container.register { 50 }
        #expect(owner.number == 50)
    }

    @Test func missingServiceStopsTheProgramOnFirstRead() async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let lazy = LazyInject<Double>(in: Container(), fileID: "Shop/Cart.swift", line: 12)
            _ = lazy.wrappedValue
        }
        let text = try #require(result).standardErrorText
        #expect(
            text.contains(
                """
                No registration for 'Double'.
                  Path: Double   (asked for at Shop/Cart.swift:12)
                  To fix it, register it before it is asked for: `container.register(Double.self) { … }`.
                """
            )
        )
    }
}
