import Seam
import TestKit
import Testing

/// Within one request every container that is asked has an instance of the `graph` scope of its own.
struct GraphContainerTests {
    private final class Node: Sendable {}

    private let container = Container()

    init() { container.register { Node() }.scope(.graph) }

    /// The number of instances that the bodies find, each asked twice, in one outermost request.
    private func distinct(_ find: @escaping @Sendable (Resolver) throws -> [Node]) -> Int {
        container.register([Node].self, name: "found") { r in try find(r) }
        return Set(container.resolve([Node].self, name: "found").map(ObjectIdentifier.init)).count
    }

    @Test func parentAndChildHaveInstancesOfTheirOwn() {
        let child = Container(parent: container)
        #expect(distinct { r in [r.resolve(), child.resolve(), r.resolve(), child.resolve()] } == 2)
        #expect(distinct { r in [child.resolve(), r.resolve(), child.resolve(), r.resolve()] } == 2)
    }

    @Test func childWithARegistrationOfItsOwnHasItsOwnInstance() {
        let child = Container(parent: container)
        child.register { Node() }.scope(.graph)
        #expect(distinct { r in [r.resolve(), child.resolve(), r.resolve(), child.resolve()] } == 2)
    }

    @Test func grandchildrenHaveInstancesOfTheirOwn() {
        let child = Container(parent: container)
        let levels = [child, Container(parent: child), Container(parent: Container(parent: child)), container]
        #expect(distinct { _ in (levels + levels.reversed()).map { $0.resolve() } } == 4)
    }

    @Test func childThatDecoratesHasItsOwnInstance() {
        let (child, wrapped) = (Container(parent: container), Counter())
        child.decorate(Node.self) { node, _ in
            wrapped.increment()
            return node
        }
        let levels = [container, child, Container(parent: child)]
        #expect(distinct { _ in (levels + levels.reversed()).map { $0.resolve() } } == 3)
        #expect(wrapped.count == 2)
    }

    @Test func childThatDecoratesInTheMiddleHasItsOwnInstance() {
        let child = Container(parent: container)
        let count = distinct { _ in
            let before = child.resolve(Node.self)
            child.decorate(Node.self) { _, _ in Node() }
            return [before, child.resolve()]
        }
        #expect(count == 1)
    }

    @Test func registrationOfAChildInTheMiddleHidesThatOfItsParent() {
        let child = Container(parent: container)
        let count = distinct { _ in
            let before = child.resolve(Node.self)
            child.register { Node() }.scope(.graph)
            let hidden = [child.resolve(Node.self), child.resolve(Node.self)]
            child.unregister(Node.self)
            return [before] + hidden + [child.resolve()]
        }
        #expect(count == 2)
    }

    @Test func shortLivedChildrenHaveInstancesOfTheirOwn() {
        let number = Counter()
        container.register { number.increment() }.scope(.graph)
        container.register([Int].self) { r in
            (0..<100)
                .map { _ in
                    let passing = Container(parent: r.container)
                    return passing.resolve(Int.self) * passing.resolve(Int.self)
                }
        }
        #expect(container.resolve([Int].self) == (1...100).map { $0 * $0 })
    }

    @Test func childIsReleasedWithTheRequest() {
        let child = WeakReference<Container>()
        container.register(Bool.self) { r in
            let passing = Container(parent: r.container)
            child.object = passing
            return passing.resolve(Node.self) === passing.resolve(Node.self)
        }
        #expect(container.resolve(Bool.self))
        #expect(child.object == nil)
    }

    @Test func copiesHaveInstancesOfTheirOwn() {
        let copies = [Container(copying: container), Container(copying: container)]
        #expect(distinct { r in (copies + [r.container] + copies + [r.container]).map { $0.resolve() } } == 3)
    }

    @Test func levelsThatShareAnOverrideHaveInstancesOfTheirOwn() {
        let child = Container(parent: Container(parent: container))
        let found = withContainer(child) {
            withOverrides {
                $0.register { Node() }.scope(.graph)
            } operation: { () -> [Node] in
                let levels = sequence(first: Container.current, next: \.parent).map { $0 }
                Container.current.register([Node].self, name: "found") { _ in
                    (levels + levels.reversed()).map { $0.resolve() }
                }
                return resolve([Node].self, name: "found")
            }
        }
        #expect(found.count == 6)
        #expect(Set(found.map(ObjectIdentifier.init)).count == 3)
        #expect(zip(found, found.reversed()).allSatisfy { $0 === $1 })
    }

    @Test func boundContainerInsideAFactoryHasItsOwnInstance() {
        let other = Container(copying: container)
        let count = distinct { r in
            let before = r.resolve(Node.self)
            let inside = withContainer(other) { [resolve(Node.self), resolve(Node.self)] }
            return [before] + inside + [resolve(), r.resolve()]
        }
        #expect(count == 2)
    }

    @Test func overridesInsideAFactoryHaveInstancesOfTheirOwn() {
        let count = distinct { r in
            let before = r.resolve(Node.self)
            let inside = withOverrides {
                $0.register { Node() }.scope(.graph)
            } operation: {
                [resolve(Node.self), resolve(Node.self)]
            }
            return [before] + inside + [resolve(), r.resolve()]
        }
        #expect(count == 2)
    }

    @Test func overridesInsideAFactoryReachDependents() {
        container.register(String.self) { r in
            let (first, second) = (r.resolve(Node.self), r.resolve(Node.self))
            return "\(first === second)"
        }
        container.register([String].self) { r in
            _ = r.resolve(Node.self)
            return withOverrides {
                $0.register { Node() }
            } operation: {
                [resolve(String.self)]
            } + [r.resolve(String.self)]
        }
        #expect(container.resolve([String].self) == ["false", "true"])
    }

    @Test func shortLivedContainersUseTheirOwnRegistrations() {
        let number = Counter()
        container.register([Int].self) { _ in
            (0..<100)
                .map { _ in
                    let passing = Container()
                    passing.register { number.increment() }.scope(.graph)
                    return passing.resolve(Int.self) * passing.resolve(Int.self)
                }
        }
        #expect(container.resolve([Int].self) == (1...100).map { $0 * $0 })
    }

    @Test func everyThreadThatServesOneRequestHasItsOwnInstance() throws {
        let count = distinct { r in
            let own = r.resolve(Node.self)
            let others = try ThreadGroup.run(3) { [container = r.container] _ in
                [container.resolve(Node.self), container.resolve(Node.self)]
            }
            return [own] + others.joined() + [r.resolve()]
        }
        #expect(count == 7)
    }
}
