import Seam
import TestKit
import Testing

/// While a container is observed, readers do not see its table.
///
/// A request that finds nothing there must not pass over a registration when the table is shown again.
struct ShownTableTests {
    private final class Part: Sendable {
        let label: String
        init(_ label: String) { self.label = label }
    }

    private let root = Container()
    private let child: Container

    init() {
        child = Container(parent: root)
        root.register { Part("root") }
        root.register(name: "spare") { Part("root") }
        root.register { 1 }
        // The types are derived on the read path from now on.
        _ = (root.resolve(Lazy<Int>.self), root.resolve(Int?.self), root.resolve([Int].self))
        child.register { Part("child") }
        child.register(name: "spare") { Part("child") }
        child.register { Lazy<Int>.constant(2) }
        child.register { Int?.some(2) }
        child.register { [2] }
    }

    @Test(.timeLimit(.minutes(15))) func requestsFindTheRegistrationsOfTheContainerThatTheyAsk() async {
        let (child, isDone) = (child, Flag())
        let wrong = await ThreadGroup.results(2) { thread -> Int in
            guard thread == 0 else {
                while !isDone.isRaised { child.observe { _ in }.cancel() }
                return 0
            }
            defer { isDone.raise() }
            var wrong = 0
            for _ in 0..<50_000 {
                if child.resolve(Part.self).label != "child" { wrong += 1 }
                if child.resolve(Part.self, name: "spare").label != "child" { wrong += 1 }
                if child.optional(Part.self, name: "spare")?.label != "child" { wrong += 1 }
                if child.resolve(Lazy<Int>.self).value != 2 { wrong += 1 }
                if child.resolve(Int?.self) != 2 || child.resolve([Int].self) != [2] { wrong += 1 }
            }
            return wrong
        }
        #expect(wrong == [0, 0])
    }
}
