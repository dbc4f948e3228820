import Seam
import TestKit
import Testing

/// The registry may change in the middle of a request; sharing in the request follows from each registration.
struct GraphChangeTests {
    fileprivate final class Node: Sendable {}

    /// A factory's change to the registration of the node, after the node was built once.
    enum Change: CaseIterable {
        case nothing
        case reset
        case resetOfTheScope
        case replacement
        case replacementOfTheSameKind
        case replacementIfAbsent
        case removal
        case removalOfEverything
        case toUnique
        case toSingleton
        case toSingletonAndBack
        case decoration
        case hook

        fileprivate func happen(to registration: Registration<Node>, in container: Container) {
            switch self {
            case .nothing: break
            case .reset: container.reset()
            case .resetOfTheScope: container.reset(.graph)
            case .replacement: container.register { Node() }
            case .replacementOfTheSameKind: container.register { Node() }.scope(.graph)
            case .replacementIfAbsent: container.register(when: .ifAbsent) { Node() }
            case .removal: container.unregister(Node.self)
            case .removalOfEverything: container.removeAll()
            case .toUnique: registration.scope(.unique)
            case .toSingleton: registration.scope(.singleton)
            case .toSingletonAndBack: registration.scope(.singleton).scope(.graph)
            case .decoration: container.decorate(Node.self) { node, _ in node }
            case .hook: registration.onCreate { _, _ in }
            }
        }

        /// The instances of the two requests before and the two after the change, numbered in the order of appearance.
        var instances: [Int?] {
            switch self {
            case .nothing, .reset, .resetOfTheScope, .replacementIfAbsent, .toSingletonAndBack, .decoration, .hook:
                [0, 0, 0, 0]
            case .replacementOfTheSameKind, .toSingleton: [0, 0, 1, 1]
            case .replacement, .toUnique: [0, 0, 1, 2]
            case .removal, .removalOfEverything: [0, 0, nil, nil]
            }
        }
    }

    /// Numbers the instances in the order of their first appearance.
    private func numbers(_ nodes: [Node?]) -> [Int?] {
        var known: [ObjectIdentifier] = []
        return nodes.map { node in
            guard let node else { return nil }
            if let number = known.firstIndex(of: ObjectIdentifier(node)) { return number }
            known.append(ObjectIdentifier(node))
            return known.count - 1
        }
    }

    @Test(arguments: Change.allCases, [false, true])
    func changeInAFactoryAppliesToLaterRequests(change: Change, isSessionFirst: Bool) {
        let container = Container()
        let registration = container.register { Node() }.scope(.graph)
        container.register { 1 }.scope(.singleton)
        container.register([Node?].self, name: "all") { r in
            if isSessionFirst { _ = r.resolve(Int.self) }
            let before = [r.optional(Node.self), r.optional(Node.self)]
            change.happen(to: registration, in: r.container)
            return before + [r.optional(Node.self), r.optional(Node.self)]
        }
        #expect(numbers(container.resolve([Node?].self, name: "all")) == change.instances)
    }

    @Test(arguments: Change.allCases, [false, true])
    func changeByTheFactoryItselfDoesNotDisturbItsInstance(change: Change, isSessionFirst: Bool) {
        let container = Container()
        let registration = Box<Registration<Node>?>()
        let made = Counter()
        registration.value =
            container.register { (r: Resolver) -> Node in
                if made.increment() == 1 { registration.value.map { change.happen(to: $0, in: r.container) } }
                return Node()
            }
            .scope(.graph)
        container.register { 1 }.scope(.singleton)
        container.register([Node?].self, name: "all") { r in
            if isSessionFirst { _ = r.resolve(Int.self) }
            return (0..<3).map { _ in r.optional(Node.self) }
        }
        let expected = change.instances.suffix(3).map { $0 }
        #expect(numbers(container.resolve([Node?].self, name: "all")) == expected)
        registration.value = nil
    }

    @Test func everyReplacementHasAnInstanceOfItsOwn() {
        let container = Container()
        container.register([Int].self, name: "all") { r in
            (0..<100)
                .map { number in
                    r.container.register { number }.scope(.graph)
                    return r.resolve(Int.self) + r.resolve(Int.self)
                }
        }
        #expect(container.resolve([Int].self, name: "all") == (0..<100).map { 2 * $0 })
    }

    @Test func serviceRegisteredInTheMiddleIsShared() {
        let container = Container()
        container.register([Node?].self, name: "all") { r in
            let before = r.optional(Node.self)
            r.container.register { Node() }.scope(.graph)
            return [before, r.optional(Node.self), r.optional(Node.self)]
        }
        #expect(numbers(container.resolve([Node?].self, name: "all")) == [nil, 0, 0])
    }

    @Test func serviceThatBecomesGraphInTheMiddleIsShared() {
        let container = Container()
        let registration = container.register { Node() }
        container.register([Node?].self, name: "all") { r in
            let before = [r.optional(Node.self), r.optional(Node.self)]
            registration.scope(.graph)
            return before + [r.optional(Node.self), r.optional(Node.self)]
        }
        #expect(numbers(container.resolve([Node?].self, name: "all")) == [0, 1, 2, 2])
    }
}
