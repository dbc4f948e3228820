import Seam
import TestKit
import Testing

/// Validations of children, which get services of their parents with registrations and decorators of their own.
struct ChildValidationTests {
    /// The parent's own service is built first, without the decorator.
    @Test(arguments: [Scope.unique, .graph, .container])
    func decoratorOfTheChildIsCheckedOnAServiceOfTheParent(scope: Scope) {
        let parent = Container()
        let child = Container(parent: parent)
        parent.register { (r: Resolver) in "\(try r.tryResolve(Int.self))" }.scope(.singleton)
        parent.register { 1 }.scope(scope)
        child.decorate(Int.self) { number, r in number + Int(try r.tryResolve(Double.self)) }
        #expect(parent.findings.filter { $0.kind != .captive }.isEmpty)
        #expect(child.findings.filter { $0.kind != .captive }.texts == ["missing Int → Double"])
    }

    /// The parent builds the service with its own number, and the child does so with another one.
    @Test func graphHasTheDependenciesOfBothContainers() {
        let parent = Container()
        let child = Container(parent: parent)
        parent.register { (r: Resolver) in ["\(try r.tryResolve(Double.self))"] }.scope(.singleton)
        parent.register { (r: Resolver) in Double(try r.tryResolve(Int.self)) }
        parent.register { 1 }
        child.register { 2 }
        let edges = child.dependencyGraph().edges.map { "\($0.from) → \($0.to)" }
        #expect(Set(edges) == ["[String] → Double", "Double → Int", "Double → Int #2"])
    }
}
