import Seam
import Testing

/// `register(value:)`.
struct ValueRegistrationTests {
    @Test func isTheValueItself() {
        let container = Container()
        let engine = Fixtures.Engine()
        container.register(value: engine)
        #expect(container.resolve(Fixtures.Engine.self) === engine)
        #expect(container.resolve(Fixtures.Engine.self) === engine)
    }

    @Test func resetsLeaveIt() {
        let container = Container()
        let engine = Fixtures.Engine()
        container.register(value: engine)
        container.reset()
        container.reset(.singleton)
        #expect(container.resolve(Fixtures.Engine.self) === engine)
    }

    @Test func isKeptWhateverTheDefaultScope() {
        let container = Container(defaultScope: .graph)
        let created = Fixtures.Counter()
        container.register(value: Fixtures.Engine()).onCreate { _, _ in created.next() }
        _ = container.resolve(Fixtures.Engine.self)
        _ = container.resolve(Fixtures.Engine.self)
        #expect(created.value == 1)
    }

    @Test func isReplacedAndReleased() {
        let container = Container()
        container.register(value: Fixtures.Engine("old"))
        let old = Fixtures.WeakReference(container.resolve(Fixtures.Engine.self))
        container.register(value: Fixtures.Engine("new"))
        #expect(old.object == nil)
        #expect(container.resolve(Fixtures.Engine.self).label == "new")
    }

    @Test func comesAlongInACopy() {
        let container = Container()
        let engine = Fixtures.Engine()
        container.register(value: engine)
        #expect(Container(copying: container).resolve(Fixtures.Engine.self) === engine)
    }

    @Test func isDecoratedOnce() {
        let container = Container()
        let count = Fixtures.Counter()
        container.register((any Fixtures.Service).self, value: Fixtures.Live())
            .decorate { service, _ in
                count.next()
                return Fixtures.Wrapper(service)
            }
        let first = container.resolve((any Fixtures.Service).self)
        container.reset()
        #expect(container.resolve((any Fixtures.Service).self) === first)
        #expect(first.label == "wrapped(live)")
        #expect(count.value == 1)
    }

    @Test func isKnownByAliases() {
        let container = Container()
        let live = Fixtures.Live()
        container.register(value: live).implements((any Fixtures.Service).self)
        #expect(container.resolve((any Fixtures.Service).self) === live)
    }

    @Test func mayBeNil() {
        let container = Container()
        container.register(Int?.self, value: nil)
        container.register(value: 5)
        #expect(container.resolve(Int?.self) == nil)
    }
}
