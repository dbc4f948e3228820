import Seam
import TestKit
import Testing

/// The container that a lazy value resolves from, and whether the value holds it.
struct BindingTests {
    /// An object with one lazy value of each kind.
    private final class Editor: Sendable {
        let lazy: Lazy<String> = resolve()
        let provider: Provider<String> = resolve()
        let inject = LazyInject<String>()
        let dynamic = DynamicInject<String>()

        var texts: [String] { [lazy.value, provider(), inject.wrappedValue, dynamic.wrappedValue] }
    }

    private static let overridden = Array(repeating: "override", count: 4)

    private let container = Container()

    init() {
        container.register { "original" }
    }

    private func makeInsideOverride(_ scope: Scope) -> Editor {
        container.register { Editor() }.scope(scope)
        return withContainer(container) {
            withOverrides {
                $0.register { "override" }
            } operation: {
                resolve(Editor.self)
            }
        }
    }

    @Test func ownerMadeInsideAnOverrideFindsTheOverrideLater() {
        let editor = withContainer(container) {
            withOverrides {
                $0.register { "override" }
            } operation: {
                Editor()
            }
        }
        #expect(editor.texts == Self.overridden)
    }

    @Test func uniqueServiceMadeInsideAnOverrideFindsTheOverrideLater() {
        #expect(makeInsideOverride(.unique).texts == Self.overridden)
    }

    @Test func graphServiceMadeInsideAnOverrideFindsTheOverrideLater() async {
        await #expect(processExitsWith: .success) {
            Deadline.endProcess()
            let texts = BindingTests().makeInsideOverride(.graph).texts
            #expect(texts == BindingTests.overridden)
        }
    }

    @Test func sharedServiceMadeInsideAnOverrideFindsTheOverrideLater() async {
        await #expect(processExitsWith: .success) {
            Deadline.endProcess()
            let texts = BindingTests().makeInsideOverride(.shared).texts
            #expect(texts == BindingTests.overridden)
        }
    }

    @Test func keptServiceThatUsesAnOverrideInItsFactoryFindsTheOverrideLater() async {
        await #expect(processExitsWith: .success) {
            Deadline.endProcess()
            let container = BindingTests().container
            container.register {
                withOverrides {
                    $0.register { "override" }
                } operation: {
                    Editor()
                }
            }
            .scope(.singleton)
            let texts = container.resolve(Editor.self).texts
            #expect(texts == BindingTests.overridden)
        }
    }

    @Test(arguments: [Scope].keeping)
    func keptInstanceDoesNotHoldItsContainer(scope: Scope) {
        weak var watched: Container?
        weak var editor: Editor?
        do {
            let container = Container()
            container.register { "text" }
            container.register { Editor() }.scope(scope)
            editor = container.resolve(Editor.self)
            watched = container
            #expect(editor != nil)
        }
        #expect(watched == nil)
        #expect(editor == nil)
    }

    @Test(arguments: [Scope].keeping)
    func partsOfAKeptInstanceDoNotHoldItsContainer(scope: Scope) {
        struct Window: Sendable { let editor: Editor }
        weak var watched: Container?
        do {
            let container = Container()
            container.register { "text" }
            container.register { Editor() }
            container.register { r in Window(editor: r.resolve()) }.scope(scope)
            _ = container.resolve(Window.self)
            watched = container
        }
        #expect(watched == nil)
    }

    @Test(arguments: [Scope].keeping)
    func keptInstanceResolvesFromItsContainerWhileThatLives(scope: Scope) {
        container.register { Editor() }.scope(scope)
        let editor = container.resolve(Editor.self)
        let other = Container()
        other.register { "other" }
        withContainer(other) {
            #expect(editor.texts == Array(repeating: "original", count: 4))
        }
    }

    @Test func uniqueOwnerHoldsTheContainerUntilItHasResolved() {
        weak var watched: Container?
        let lazy: LazyInject<String>
        do {
            let container = Container()
            container.register { "text" }
            lazy = LazyInject(in: container)
            watched = container
        }
        #expect(watched != nil)
        #expect(lazy.wrappedValue == "text")
        #expect(watched == nil)
        #expect(lazy.wrappedValue == "text")
    }

    @Test func resolvedLazyReleasesItsContainer() {
        weak var watched: Container?
        let lazy: Lazy<String>
        do {
            let container = Container()
            container.register { "text" }
            lazy = container.resolve()
            watched = container
        }
        #expect(watched != nil)
        #expect(lazy.value == "text")
        #expect(watched == nil)
    }

    @Test func readWeakInjectReleasesItsContainer() {
        weak var watched: Container?
        let wrapper: WeakInject<Editor>
        do {
            let container = Container()
            container.register { "text" }
            container.register { Editor() }
            wrapper = WeakInject(in: container)
            watched = container
        }
        #expect(watched != nil)
        _ = wrapper.wrappedValue
        #expect(watched == nil)
    }

    @Test func setLazyInjectReleasesItsContainer() {
        weak var watched: Container?
        let wrapper: LazyInject<String>
        do {
            let container = Container()
            wrapper = LazyInject(in: container)
            watched = container
        }
        wrapper.wrappedValue = "set"
        #expect(watched == nil)
        #expect(wrapper.wrappedValue == "set")
    }

    private final class Screen: Sendable {
        let text: LazyInject<String>

        init(in container: Container) { text = LazyInject(in: container) }
    }

    private final class Coordinator: Sendable {
        let screens: Provider<Screen>

        init(_ screens: Provider<Screen>) { self.screens = screens }
    }

    private final class Transaction: Sendable {
        init(_ coordinator: Coordinator) {}
    }

    /// The address of the container that kept the transaction is used again by those of the screens.
    @Test func containerIsNotTakenForOneThatWasAtItsAddress() {
        let server = Container()
        server.register {
            let flow = Container()
            flow.register { "flow" }
            return Screen(in: flow)
        }
        server.register(autowiring: Coordinator.init).scope(.singleton)
        server.register(autowiring: Transaction.init).scope(.container)
        do {
            let request = Container(parent: server)
            _ = request.resolve(Transaction.self)
        }
        let coordinator: Coordinator = server.resolve()
        for _ in 0..<10 { #expect(coordinator.screens().text.wrappedValue == "flow") }
    }

    @Test func overrideLeavesNothingBehind() {
        weak var watched: Container?
        withContainer(container) {
            withOverrides {
                watched = $0
                $0.register { Editor() }.scope(.singleton)
            } operation: {
                _ = resolve(Editor.self).texts
            }
        }
        #expect(watched == nil)
        #expect(container.optional(Editor.self) == nil)
    }
}
