import Seam
import Testing

/// A registration of a derived type wins as soon as it is made, however often the type was derived before.
struct DerivedPrecedenceTests {
    private let root = Container()
    private let leaf: Container

    init() {
        leaf = Container(parent: root)
        root.register { 1 }
        root.register(name: "two") { 2 }
        deriveEverywhere()
    }

    private func deriveEverywhere() {
        for container in [root, leaf] {
            for _ in 0..<3 {
                #expect(container.resolve(Lazy<Int>.self).value == 1)
                #expect(container.resolve(Lazy<Int>.self, name: "two").value == 2)
                #expect(container.resolve(Provider<Int>.self)() == 1)
                #expect(container.resolve(Int?.self) == 1)
                #expect(container.resolve([Int].self) == [1, 2])
            }
        }
    }

    /// The value of the lazy service that each level finds, the root first.
    private func found(name: ServiceName? = nil) -> [Int] {
        [root, leaf].map { $0.resolve(Lazy<Int>.self, name: name).value }
    }

    @Test func registrationInTheContainerWinsUntilItIsGone() {
        leaf.register(Lazy<Int>.self) { .constant(10) }
        #expect(found() == [1, 10])
        leaf.unregister(Lazy<Int>.self)
        #expect(found() == [1, 1])
    }

    @Test func registrationInTheParentWinsUntilItIsGone() {
        root.register(Lazy<Int>.self) { .constant(10) }
        #expect(found() == [10, 10])
        root.unregister(Lazy<Int>.self)
        #expect(found() == [1, 1])
    }

    @Test(arguments: [nil, "two"] as [ServiceName?])
    func registrationWinsForItsNameOnly(name: ServiceName?) {
        root.register(Lazy<Int>.self, name: name) { .constant(10) }
        #expect(found(name: name) == [10, 10])
        let (other, value): (ServiceName?, Int) = name == nil ? ("two", 2) : (nil, 1)
        #expect(found(name: other) == [value, value])
    }

    @Test func everyDerivedTypeMayBeRegistered() {
        root.register(Provider<Int>.self) { Provider { 10 } }
        root.register(Int?.self) { 20 }
        root.register([Int].self) { [30] }
        #expect(leaf.resolve(Provider<Int>.self)() == 10)
        #expect(leaf.resolve(Int?.self) == 20)
        #expect(leaf.resolve([Int].self) == [30])
        root.removeAll()
        root.register { 1 }
        root.register(name: "two") { 2 }
        deriveEverywhere()
    }

    @Test func overrideWinsAtEveryLevelWhileItLasts() {
        withContainer(leaf) {
            withOverrides {
                $0.register(Lazy<Int>.self) { .constant(10) }
            } operation: {
                let chain = sequence(first: Container.current, next: \.parent)
                #expect(chain.map { $0.resolve(Lazy<Int>.self).value } == [10, 10])
            }
        }
        #expect(found() == [1, 1])
    }

    @Test func copyHasTheRegistrationOfItsOrigin() {
        root.register(Lazy<Int>.self) { .constant(10) }
        withContainer(leaf) {
            withOverrides {
                $0.register { "" }
            } operation: {
                #expect(Container.current.resolve(Lazy<Int>.self).value == 10)
                root.unregister(Lazy<Int>.self)
                #expect(Container.current.resolve(Lazy<Int>.self).value == 10)
            }
        }
        #expect(found() == [1, 1])
    }

    @Test func derivedTypesAreNoRegistrations() {
        #expect(!leaf.isRegistered(Lazy<Int>.self))
        #expect(!leaf.isRegistered([Int].self))
        #expect(root.registrations.count == 2)
        #expect(leaf.registrations.isEmpty)
        #expect(leaf.dependencyGraph().nodes.allSatisfy { $0.key.hasPrefix("Int") })
        #expect(throws: Never.self) { try leaf.validate() }
    }

    @Test func optionalRequestFollowsTheService() {
        for _ in 0..<2 {
            _ = leaf.resolve(Lazy<String>.self)
            #expect(leaf.optional(Lazy<String>.self) == nil)
            #expect(leaf.resolve(Lazy<String>?.self) == nil)
            #expect(leaf.optional(Lazy<Int>.self, name: "three") == nil)
        }
        root.register { "text" }
        #expect(leaf.optional(Lazy<String>.self)?.value == "text")
        #expect(leaf.resolve(Lazy<String>?.self)?.value == "text")
    }

    @Test func typeThatDoesNotAnswerIsNotDerived() {
        #expect(throws: ResolutionError.self) { try leaf.tryResolve([Int].self, name: "two") }
        #expect(throws: ResolutionError.self) { try leaf.tryResolve(Lazy<Int>.self, arguments: 1) }
    }

    @Test(arguments: [0, 1])
    func closedContainerDerivesNothing(level: Int) async throws {
        try await [root, leaf][level].shutdown()
        let error = #expect(throws: ResolutionError.self) { try [root, leaf][level].tryResolve(Lazy<Int>.self) }
        #expect(error?.code == .containerClosed)
    }

    @Test func validationSeesServicesThatWereDerivedBefore() throws {
        struct Owner: Sendable { let lazy: Lazy<Double> }
        root.register(autowiring: Owner.init)
        for _ in 0..<3 { _ = root.resolve(Lazy<Double>.self) }
        let error = try #require(throws: ValidationError.self) { try root.validate() }
        #expect(error.description.contains("Double"))
    }
}
