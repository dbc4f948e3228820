import Seam
import Testing

/// Code that the compiler must accept: that this file compiles is the test.
struct SendabilityTests {
    private protocol API: Sendable {}
    private final class Live: API {}

    private func requireSendable<Value: Sendable>(_ type: Value.Type) -> Bool { true }

    @Test func wrappersOfSendableServicesAreSendable() {
        #expect(requireSendable(Inject<any API>.self))
        #expect(requireSendable(LazyInject<any API>.self))
        #expect(requireSendable(WeakInject<any API>.self))
        #expect(requireSendable(DynamicInject<any API>.self))
        #expect(requireSendable(InjectAll<any API>.self))
    }

    @Test func lazyAndProviderAreSendable() {
        final class NotSendable {}
        #expect(requireSendable(Lazy<NotSendable>.self))
        #expect(requireSendable(Provider<NotSendable, NotSendable>.self))
    }

    @Test func structWithWrappersIsSendable() {
        struct Owner: Sendable {
            @Inject var eager: any API
            @LazyInject var lazy: any API
            @WeakInject var weak: (any API)?
            @DynamicInject var dynamic: any API
            @InjectAll var all: [any API]
        }
        #expect(requireSendable(Owner.self))
    }

    @Test func sendableClassTakesItsServiceAsAConstant() {
        final class Owner: Sendable {
            let api: any API = resolve()
        }
        let container = Container()
        container.register { Live() as any API }
        #expect(withContainer(container) { Owner() }.api is Live)
    }

    @Test func wrappersOfServicesThatAreNotSendableCompile() {
        final class Window {}
        struct Owner {
            @Inject var eager: Window
            @LazyInject var lazy: Window
            @WeakInject var weak: Window?
            @DynamicInject var dynamic: Window
            @InjectAll var all: [Window]
        }
        let container = Container()
        container.register { Window() }
        let owner = withContainer(container) { Owner() }
        #expect(owner.eager !== owner.lazy)
        #expect(owner.all.count == 1)
        #expect(owner.dynamic !== owner.dynamic)
        #expect(owner.weak !== owner.lazy)
    }

    @Test func factoryIsSendable() {
        #expect(requireSendable(Factory<Int>.self))
        #expect(requireSendable(Factory<any API, Int, String>.self))
    }
}
