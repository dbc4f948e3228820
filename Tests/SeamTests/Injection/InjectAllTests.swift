import Seam
import Testing

private protocol Plugin: Sendable { var title: String { get } }
private struct Spell: Plugin { let title: String }

struct InjectAllTests {
    private struct Editor { @InjectAll var plugins: [any Plugin] }

    private let container = Container()

    private func registerPlugins() {
        container.register((any Plugin).self) { Spell(title: "a") }
        container.contribute((any Plugin).self) { Spell(title: "b") }
        container.register((any Plugin).self, name: "c") { Spell(title: "c") }
    }

    @Test func wrapperHasEveryImplementationInOrder() {
        registerPlugins()
        let editor = withContainer(container) { Editor() }
        #expect(editor.plugins.map(\.title) == ["a", "b", "c"])
    }

    @Test func wrapperIsEmptyWithoutRegistrations() {
        #expect(withContainer(container) { Editor() }.plugins.isEmpty)
    }

    @Test func wrapperResolvesInAGivenContainer() {
        registerPlugins()
        #expect(InjectAll<any Plugin>(in: container).wrappedValue.count == 3)
    }

    @Test func wrapperResolvesWhenTheOwnerIsCreated() {
        let editor = withContainer(container) { Editor() }
        registerPlugins()
        #expect(editor.plugins.isEmpty)
    }

    @Test func constantWrapperGoesIntoAMemberwiseInitialiser() {
        #expect(Editor(plugins: .constant([Spell(title: "x")])).plugins.map(\.title) == ["x"])
    }
}
