import TestKit
import Testing

@testable import Seam

/// The cost and the life of what a copy and its source share.
struct CopyCostTests {
    private struct Service: Sendable {}
    private struct Other: Sendable {}

    private func filled(_ count: Int) -> Container {
        let container = Container()
        container.register { Service() }
        container.register { Other() }
        for number in 0..<count { container.register(name: ServiceName("\(number)")) { number } }
        return container
    }

    @Test(arguments: [10, 1_000, 10_000])
    func overrideTakesOnlyTheRegistrationsThatItChangesOrResolves(count: Int) {
        withContainer(filled(count)) {
            withOverrides {
                $0.register { Service() }
            } operation: {
                _ = resolve(Service.self)
                #expect(Container.current.tableContents.count == 1)
                _ = resolve(Other.self)
                #expect(resolve(Int.self, name: "7") == 7)
                #expect(Container.current.tableContents.count == 3)
                #expect(Container.current.registrations.count == count + 2)
            }
        }
    }

    @Test func containerCanBeCopiedAgainAndAgain() {
        var container = filled(100)
        for _ in 0..<2_000 { container = Container(copying: container) }
        #expect(container.resolve(Int.self, name: "99") == 99)
        #expect(container.registrations.count == 102)
    }

    @Test func copyThatUnregistersReleasesTheFactoryIfTheSourceIsGone() {
        let living = Counter()
        let copy: Container
        do {
            let source = Container()
            let captured = CountedObject(living)
            source.register { captured.isIntact }
            copy = Container(copying: source)
        }
        let copied = Container(copying: copy)
        #expect(living.count == 1)
        copy.unregister(Bool.self)
        #expect(copied.resolve(Bool.self))
        copied.unregister(Bool.self)
        #expect(living.count == 0)
        withExtendedLifetime((copy, copied)) {}
    }

    @Test func sourceThatUnregistersReleasesTheFactoryWithItsCopies() {
        let living = Counter()
        let source = Container()
        do {
            let captured = CountedObject(living)
            source.register { captured.isIntact }
        }
        var copy: Container? = Container(copying: source)
        source.unregister(Bool.self)
        #expect(copy?.optional(Bool.self) == true)
        copy = nil
        #expect(living.count == 0)
    }

    @Test func registrationAfterTheCopyIsReleasedWithTheSource() {
        let living = Counter()
        let copy: Container
        do {
            let source = filled(3)
            copy = Container(copying: source)
            let captured = CountedObject(living)
            source.register { captured.isIntact }
        }
        #expect(living.count == 0)
        #expect(copy.optional(Bool.self) == nil)
    }
}

/// A child that is copied with its parent finds what it inherits, and only that.
struct CopiedChildTests {
    private struct Service: Equatable, Sendable { let number: Int }

    private let parent = Container()
    private let copy: Container

    init() {
        copy = Container(copying: Container(parent: parent))
    }

    @Test func registrationOfTheCopyHidesAnInheritedOneThatWasFoundBefore() throws {
        let above = try #require(copy.parent)
        above.register { Service(number: 1) }
        above.register(name: "eu") { Service(number: 2) }
        for _ in 0..<3 {
            #expect(copy.resolve(Service.self).number == 1)
            #expect(copy.resolve(Service.self, name: "eu").number == 2)
        }
        copy.register { Service(number: 3) }
        copy.register(name: "eu") { Service(number: 4) }
        #expect(copy.resolve(Service.self).number == 3)
        #expect(copy.resolve(Service.self, name: "eu").number == 4)
        copy.unregister(Service.self)
        #expect(copy.resolve(Service.self).number == 1)
    }

    @Test func absentKeyIsFoundOnceItIsRegistered() throws {
        let above = try #require(copy.parent)
        for _ in 0..<3 {
            #expect(copy.optional(Service.self) == nil)
            #expect(copy.optional(Service.self, name: "eu") == nil)
        }
        parent.register { Service(number: 0) }
        parent.register(name: "eu") { Service(number: 0) }
        #expect(copy.optional(Service.self) == nil)
        #expect(copy.optional(Service.self, name: "eu") == nil)
        above.register { Service(number: 1) }
        above.register(name: "eu") { Service(number: 2) }
        #expect(copy.optional(Service.self)?.number == 1)
        #expect(copy.optional(Service.self, name: "eu")?.number == 2)
    }

    @Test func inheritedServiceIsFoundWithoutALockFromTheSecondRequestOn() throws {
        let above = try #require(copy.parent)
        above.register { Service(number: 1) }
        above.register(name: "eu") { Service(number: 2) }
        _ = copy.resolve(Service.self)
        _ = copy.resolve(Service.self, name: "eu")
        #expect(isFoundWithoutLock(nil))
        #expect(isFoundWithoutLock("eu"))
    }

    private func isFoundWithoutLock(_ name: ServiceName?) -> Bool {
        let lookup = copy.lookUp(NoArguments.signature(of: Service.self), name: name)
        lookup.cancel()
        return lookup.shortcut != nil
    }
}
