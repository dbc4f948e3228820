import TestKit
import Testing

@testable import Seam

/// A copy shares the registrations of its source until one of the two changes them, and neither sees that.
struct CopySharingTests {
    fileprivate protocol Labelled: Sendable { var label: String { get } }
    fileprivate protocol Named: Sendable { var label: String { get } }

    fileprivate final class Product: Labelled, Named {
        let label: String
        private let counted: CountedObject?

        init(_ label: String, _ counted: CountedObject? = nil) {
            self.label = label
            self.counted = counted
        }
    }

    /// The containers between the one that changes and the one that is asked.
    enum Distance: CaseIterable {
        case copy
        case copyOfACopy
        case copyOfACopyThatIsGone
        case copyOfAChild

        func copy(_ container: Container) -> Container {
            switch self {
            case .copy: Container(copying: container)
            case .copyOfACopyThatIsGone: Container(copying: Container(copying: container))
            case .copyOfAChild: Container(copying: Container(parent: container))
            case .copyOfACopy:
                withContainer(Container(copying: container)) { Container(copying: .current) }
            }
        }
    }

    /// A change of a container.
    enum Change: CaseIterable {
        case replacement, unregistration, removal, reset
        case scope, decorator, hook, containerDecorator
        case contribution, otherName, removedName, otherArguments, alias, reboundAlias

        fileprivate func happen(in container: Container, _ handle: Registration<Product>?) {
            switch self {
            case .replacement: container.register { Product("replaced") }
            case .unregistration: container.unregister(Product.self)
            case .removal: container.removeAll()
            case .reset: container.reset()
            case .scope: handle?.scope(.unique)
            case .decorator: handle?.decorate { product, _ in Product("decorated " + product.label) }
            case .hook: handle?.onCreate { _, _ in throw Fixtures.Breakdown() }
            case .containerDecorator:
                container.decorate(Product.self) { product, _ in Product("wrapped " + product.label) }
            case .contribution: container.contribute { Product("contributed later") }
            case .otherName: container.register(name: "late") { Product("late") }
            case .removedName: container.unregister(Product.self, name: "eu")
            case .otherArguments: container.register { (_: Resolver, _: String) in Product("late") }
            case .alias: container.register { Fixtures.Engine() }.implements((any Labelled).self) { _ in Product("b") }
            case .reboundAlias: container.register((any Named).self) { Product("no alias") }
            }
        }
    }

    /// Registers services of all kinds; each call makes equal ones.
    @discardableResult
    private func fill(_ container: Container, _ living: Counter? = nil) -> Registration<Product> {
        container.contribute { Product("contributed") }
        // Becomes an alias of an alias.
        container.register((any Labelled).self) { Product("hidden") }.implements((any Named).self) { $0.named }
        let handle = container.register { Product("plain", living.map(CountedObject.init)) }.scope(.singleton)
        handle.implements((any Labelled).self)
        container.register(name: "eu") { Product("eu") }
        container.register { (_: Resolver, number: Int) in Product("number \(number)") }.scope(.cached)
        container.register { 1 }
        return handle
    }

    /// Everything that requests can tell about a container that was filled.
    private func facts(of container: Container) -> [String] {
        func label(_ request: () throws -> Product) -> String {
            do {
                return try request().label
            } catch {
                return "\(error)"
            }
        }
        let isKept = try? container.tryResolve(Product.self) === container.tryResolve(Product.self)
        return [
            label { try container.tryResolve() },
            "kept: \(String(describing: isKept))",
            label { try container.tryResolve(name: "eu") },
            label { try container.tryResolve(arguments: 7) },
            label { try container.tryResolve(arguments: "text") },
            label { try container.tryResolve(name: "late") },
            label { Product(try container.tryResolve((any Labelled).self).label) },
            label { Product(try container.tryResolve((any Named).self).label) },
            "all: \((try? container.tryResolve([Product].self))?.map(\.label).joined(separator: ", ") ?? "failed")",
            "registered: \(container.isRegistered(Product.self)) \(container.isRegistered(Product.self, name: "eu"))",
            "keys: \(container.chain.map { $0.registrations.map(\.key.description).sorted() })",
        ]
    }

    /// The facts without what errors say about a registration that the source has made later.
    private func factsWithoutAdvice(of container: Container) -> [String] {
        facts(of: container)
            .map { fact in
                let isOfLateName = fact.hasPrefix("No registration for 'Product' named \"late\".")
                return fact.split(separator: "\n")
                    .filter { !$0.hasPrefix("  The container that was copied has it") }
                    .filter { !isOfLateName || !$0.hasPrefix("  To fix it") }
                    .joined(separator: "\n")
            }
    }

    @Test(arguments: Change.allCases, Distance.allCases)
    func changeOfTheSourceIsNotSeenByTheCopy(change: Change, distance: Distance) {
        let (unchanged, source) = (Container(), Container())
        fill(unchanged)
        let handle = fill(source)
        let expected = factsWithoutAdvice(of: distance.copy(unchanged))
        let (copy, asked, late) = (distance.copy(source), distance.copy(source), distance.copy(source))
        #expect(factsWithoutAdvice(of: asked) == expected)
        #expect(late.resolve(Int.self) == 1)
        change.happen(in: source, handle)
        #expect(factsWithoutAdvice(of: copy) == expected)
        #expect(factsWithoutAdvice(of: asked) == expected)
        source.removeAll()
        #expect(factsWithoutAdvice(of: late) == expected)
    }

    @Test(arguments: Change.allCases, Distance.allCases)
    func changeOfTheCopyIsNotSeenByItsSourceNorByItsCopies(change: Change, distance: Distance) {
        let source = Container()
        fill(source)
        let expected = factsWithoutAdvice(of: distance.copy(source))
        let own = factsWithoutAdvice(of: source)
        let copy = distance.copy(source)
        let copied = Container(copying: copy)
        change.happen(in: copy, nil)
        #expect(factsWithoutAdvice(of: source) == own)
        #expect(factsWithoutAdvice(of: copied) == expected)
        #expect(factsWithoutAdvice(of: distance.copy(source)) == expected)
    }

    /// One of the numbers makes the table grow while the copy takes the registration that it then replaces.
    @Test func replacementThatMakesTheTableGrowIsNotSeenByCopies() {
        for count in 0..<40 {
            let source = Container()
            source.register { Product("plain") }
            let copy = Container(copying: source)
            for number in 0..<count { copy.register(name: ServiceName("\(number)")) { number } }
            let copied = Container(copying: copy)
            copy.register { Product("replaced") }
            #expect(copied.optional(Product.self)?.label == "plain", "with \(count) others")
        }
    }

    /// Each copy sees what was registered when it was made, however often that has changed by then and later.
    @Test(arguments: Distance.allCases)
    func copySeesNoRegistrationThatIsNewerThanItself(distance: Distance) {
        let source = Container()
        var copies: [(copy: Container, expected: String?)] = []
        func makeCopies(seeing expected: String?) {
            for _ in 0..<2 { copies.append((distance.copy(source), expected)) }
        }
        makeCopies(seeing: nil)
        for round in ["first", "second"] {
            source.register(name: "late") { Product(round) }
            makeCopies(seeing: round)
            source.register(name: "late") { Product(round + " replaced") }
            makeCopies(seeing: round + " replaced")
            source.unregister(Product.self, name: "late")
            makeCopies(seeing: nil)
        }
        for (copy, expected) in copies {
            #expect(copy.optional(Product.self, name: "late")?.label == expected)
            #expect(copy.isRegistered(Product.self, name: "late") == (expected != nil))
        }
        source.register(name: "late") { Product("last") }
        for (copy, expected) in copies {
            #expect(Container(copying: copy).optional(Product.self, name: "late")?.label == expected)
        }
    }

    @Test func namesThatComeAndGoLeaveNothing() {
        let source = Container()
        let copy = Container(copying: source)
        for number in 0..<100 {
            source.register(name: "\(number)") { number }
            source.unregister(Int.self, name: "\(number)")
        }
        #expect(copy.state.withLock { $0.sharing.received.isEmpty })
        #expect(source.state.withLock { $0.sharing.additions.isEmpty })
    }

    @Test func copyNotesNoNameThatIsNewerThanItself() {
        let source = Container()
        source.register(name: "old") { 0 }
        let (copy, group) = (Container(copying: source), { KeyGroup(type: ObjectIdentifier(Int.self), name: $0) })
        for name in ["new", "newer"] as [ServiceName] {
            source.register(name: name) { 1 }
            #expect(copy.optional(Int.self, name: name) == nil)
            #expect(copy.optional(Int.self, name: "old") == 0)
            #expect(!copy.state.withLock { $0.sharing.hasFiled(group(name)) })
            source.unregister(Int.self, name: name)
        }
        #expect(copy.state.withLock { $0.sharing.hasFiled(group("old")) })
    }

    @Test func containerForgetsItsCopiesWhenTheyAreGone() {
        let source = Container()
        for round in 0..<100 {
            let copy = Container(copying: source)
            source.register(name: "\(round)") { round }
            withExtendedLifetime(copy) {}
        }
        for number in 100..<200 { source.register(name: "\(number)") { number } }
        #expect(source.state.withLock { $0.sharing.additions.isEmpty && !$0.sharing.isShared })
    }

    @Test(arguments: Change.allCases)
    func changedCopyIsLikeAChangedContainer(change: Change) {
        let (container, source) = (Container(), Container())
        fill(container)
        fill(source)
        let copy = Container(copying: source)
        change.happen(in: container, nil)
        change.happen(in: copy, nil)
        #expect(facts(of: copy) == facts(of: container))
    }

    @Test(arguments: Distance.allCases)
    func copyOutlivesItsSourceAndKeepsNoneOfItsInstances(distance: Distance) {
        let living = Counter()
        let filled = Container()
        fill(filled)
        let copy: Container
        do {
            let source = Container()
            fill(source, living)
            _ = source.resolve(Product.self)
            copy = distance.copy(source)
            #expect(living.count == 1)
        }
        #expect(living.count == 0)
        #expect(facts(of: copy) == facts(of: distance.copy(filled)))
        #expect(living.count == 1)
    }
}

extension CopySharingTests.Labelled {
    fileprivate var named: any CopySharingTests.Named { CopySharingTests.Product("named " + label) }
}
