import Seam
import TestKit
import Testing

struct UniqueScopeTests {
    private final class Engine: Sendable {}

    @Test func everyRequestGetsAnInstanceOfItsOwn() {
        let container = Container()
        container.register { Engine() }.scope(.unique)
        #expect(container.resolve(Engine.self) !== container.resolve(Engine.self))
    }

    @Test func instanceIsNotKept() {
        let container = Container()
        container.register { Engine() }
        let engine = WeakReference(container.resolve(Engine.self))
        #expect(engine.object == nil)
    }
}
