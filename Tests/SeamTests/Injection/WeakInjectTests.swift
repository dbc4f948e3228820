import Seam
import TestKit
import Testing

private protocol Delegate: AnyObject, Sendable { var title: String { get } }
private protocol Named: Sendable {}

private final class Screen: Delegate, Named {
    let title = "screen"
}

extension Container {
    fileprivate var declaredScreen: Factory<Screen> { self { Screen() }.cached }
    fileprivate var numberedScreen: Factory<Screen, Int> { self { _ in Screen() }.cached }
}

struct WeakInjectTests {
    private struct Owner { @WeakInject var screen: Screen? }

    private let container = Container()

    @Test func wrapperReadsTheServiceWhileItIsHeld() {
        container.register { Screen() }.scope(.cached)
        let owner = withContainer(container) { Owner() }
        #expect(owner.screen === container.resolve(Screen.self))
    }

    @Test func wrapperIsNilOnceTheServiceIsReleased() {
        container.register { Screen() }.scope(.cached)
        let owner = withContainer(container) { Owner() }
        #expect(owner.screen != nil)
        container.reset()
        #expect(owner.screen == nil)
    }

    @Test func wrapperDoesNotHoldTheService() {
        container.register { Screen() }.scope(.cached)
        let owner = withContainer(container) { Owner() }
        let screen = WeakReference(owner.screen)
        #expect(screen.object != nil)
        container.reset()
        #expect(screen.object == nil)
        withExtendedLifetime(owner) {}
    }

    @Test func wrapperResolvesOnFirstRead() {
        let tally = Counter()
        container.register { () -> Screen in
            tally.increment()
            return Screen()
        }
        .scope(.cached)
        let owner = withContainer(container) { Owner() }
        #expect(tally.count == 0)
        _ = owner.screen
        _ = owner.screen
        #expect(tally.count == 1)
    }

    @Test func projectedValueSaysWhetherTheServiceWasResolved() {
        container.register { Screen() }.scope(.cached)
        let owner = withContainer(container) { Owner() }
        #expect(!owner.$screen.isResolved)
        _ = owner.screen
        #expect(owner.$screen.isResolved)
        container.reset()
        #expect(owner.screen == nil)
        #expect(owner.$screen.isResolved)
    }

    @Test func projectedValueOfASetPropertyIsResolved() {
        let owner = withContainer(container) { Owner() }
        owner.screen = nil
        #expect(owner.$screen.isResolved)
    }

    @Test func wrapperWorksBehindProtocols() {
        struct Protocols {
            @WeakInject var delegate: (any Delegate)?
            @WeakInject var named: (any Named)?
            @WeakInject var both: (any Delegate & Named)?
        }
        let screen = Screen()
        container.register((any Delegate).self) { screen }
        container.register((any Named).self) { screen }
        container.register((any Delegate & Named).self) { screen }
        let owner = withContainer(container) { Protocols() }
        #expect(owner.delegate === screen)
        #expect(owner.named as AnyObject? === screen)
        #expect(owner.both === screen)
    }

    @Test func valueCanBeSetAndIsHeldWeakly() {
        container.register { Screen() }.scope(.cached)
        let owner = withContainer(container) { Owner() }
        do {
            let screen = Screen()
            owner.screen = screen
            #expect(owner.screen === screen)
        }
        #expect(owner.screen == nil)
        owner.screen = container.resolve()
        #expect(owner.screen != nil)
        owner.screen = nil
        #expect(owner.screen == nil)
    }

    @Test func constantValueIsHeldWeakly() {
        let screen = Screen()
        #expect(Owner(screen: .constant(screen)).screen === screen)
        #expect(Owner(screen: .constant(nil)).screen == nil)
        #expect(Owner(screen: .constant(Screen())).screen == nil)
    }

    @Test func wrapperResolvesByNameAndArguments() {
        let screens = (0..<3).map { _ in Screen() }
        container.register(name: "first") { screens[0] }
        container.register { (_: Resolver, number: Int) in screens[number] }
        container.register(name: "named") { (_: Resolver, number: Int) in screens[number] }
        #expect(WeakInject<Screen>(name: "first", in: container).wrappedValue === screens[0])
        #expect(WeakInject<Screen>(arguments: 1, in: container).wrappedValue === screens[1])
        #expect(WeakInject<Screen>(name: "named", arguments: 2, in: container).wrappedValue === screens[2])
    }

    @Test func wrapperResolvesDeclaredServices() {
        struct Declared {
            @WeakInject(\.declaredScreen) var screen
            @WeakInject(\.numberedScreen, arguments: 5) var numbered
        }
        let owner = withContainer(container) { Declared() }
        #expect(owner.screen === container.declaredScreen())
        #expect(owner.numbered === container.numberedScreen(5))
        #expect(WeakInject(\.declaredScreen, in: container).wrappedValue === container.declaredScreen())
        #expect(WeakInject(\.numberedScreen, arguments: 1, in: container).wrappedValue === container.numberedScreen(1))
    }

    @Test func wrapperIsReadableAndSettableInNonmutatingMethods() {
        struct Reader {
            @WeakInject var screen: Screen?
            func read() -> Screen? { screen }
            func clear() { screen = nil }
        }
        container.register { Screen() }.scope(.cached)
        let reader = withContainer(container) { Reader() }
        #expect(reader.read() != nil)
        reader.clear()
        #expect(reader.read() == nil)
    }

    @Test func threadsThatReadAtOnceGetTheSharedInstance() throws {
        container.register { Screen() }.scope(.shared)
        let held = container.resolve(Screen.self)
        for _ in 0..<20 {
            let wrapper = WeakInject<Screen>(in: container)
            #expect(try ThreadGroup.run(8) { _ in wrapper.wrappedValue === held }.allSatisfy { $0 })
        }
    }
}
