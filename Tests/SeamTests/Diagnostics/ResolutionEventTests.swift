import Seam
import TestKit
import Testing

/// The container and the text of the events of an observation.
struct ResolutionEventTests {
    @Test func eventNamesTheContainerThatWasAskedOrThatHasDroppedTheInstance() {
        let parent = Container()
        parent.register { 1 }.scope(.singleton)
        let child = Container(parent: parent)
        let events = Journal<String>()
        let token = parent.observe { event in
            events.note("\(event.outcome) \(event.container === parent ? "parent" : "child")")
        }
        _ = (child.resolve(Int.self), parent.resolve(Int.self))
        parent.reset()
        token.cancel()
        #expect(events.entries == ["built child", "reused parent", "reset parent"])
    }

    @Test func descriptionIsTheLineOfATrace() throws {
        let container = Container()
        container.register(name: "eu") { 1 }
        let texts = Journal<String>()
        let token = container.observe { texts.note($0.description) }
        _ = container.resolve(Int.self, name: "eu")
        _ = try? container.tryResolve(String.self)
        token.cancel()
        #expect(texts.entries.count == 2)
        let built = try #require(texts.entries.first)
        #expect(built.wholeMatch(of: /Int "eu" built in [0-9.]+ (ns|µs|ms|s)/) != nil, "\(built)")
    }
}
