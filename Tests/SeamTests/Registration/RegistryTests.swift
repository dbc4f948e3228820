import Seam
import TestKit
import Testing

/// `isRegistered` and `unregister`.
struct RegistryTests {
    @Test func newContainerHasNoRegistrations() {
        #expect(!Container().isRegistered(Int.self))
    }

    @Test func isRegisteredTellsNamesApart() {
        let container = Container()
        container.register(name: "eu") { 1 }
        #expect(container.isRegistered(Int.self, name: "eu"))
        #expect(!container.isRegistered(Int.self))
        #expect(!container.isRegistered(Int.self, name: "us"))
    }

    @Test func isRegisteredIgnoresArguments() {
        let container = Container()
        container.register { (_: Resolver, id: Int) in Fixtures.User(id: id) }
        #expect(container.isRegistered(Fixtures.User.self))
    }

    @Test func isRegisteredThroughParents() {
        let root = Container()
        let child = Container(parent: Container(parent: root))
        root.register { 1 }
        #expect(child.isRegistered(Int.self))
        child.register { "a" }
        #expect(!root.isRegistered(String.self))
    }

    @Test func isRegisteredThroughAliases() {
        let container = Container()
        container.register { Fixtures.Live() }.implements((any Fixtures.Service).self)
        #expect(container.isRegistered((any Fixtures.Service).self))
        #expect(!container.isRegistered((any Fixtures.Service).self, name: "eu"))
    }

    @Test func isRegisteredTellsOptionalsApart() {
        let container = Container()
        container.register { 1 }
        #expect(!container.isRegistered(Int?.self))
    }

    @Test func isRegisteredRunsNoFactory() {
        let container = Container()
        let count = Counter()
        container.register { count.increment() }
        #expect(container.isRegistered(Int.self))
        #expect(count.count == 0)
    }

    @Test func unregisterRemovesARegistrationOnce() {
        let container = Container()
        container.register { 1 }
        #expect(container.unregister(Int.self))
        #expect(container.optional(Int.self) == nil)
        #expect(!container.isRegistered(Int.self))
        #expect(!container.unregister(Int.self))
    }

    @Test func unregisterRemovesAllArgumentsOfTheName() {
        let container = Container()
        container.register { Fixtures.User(id: 0) }
        container.register { (_: Resolver, id: Int) in Fixtures.User(id: id) }
        container.register { (_: Resolver, id: Int, name: String) in Fixtures.User(id: id, name: name) }
        #expect(container.unregister(Fixtures.User.self))
        #expect(!container.isRegistered(Fixtures.User.self))
        #expect(container.optional(Fixtures.User.self, arguments: 1) == nil)
        #expect(container.optional(Fixtures.User.self, arguments: 1, "a") == nil)
        #expect(!container.unregister(Fixtures.User.self))
    }

    @Test func unregisterLeavesOtherNames() {
        let container = Container()
        container.register { 1 }
        container.register(name: "eu") { 2 }
        #expect(container.unregister(Int.self))
        #expect(container.resolve(Int.self, name: "eu") == 2)
        #expect(container.unregister(Int.self, name: "eu"))
        #expect(container.optional(Int.self, name: "eu") == nil)
    }

    @Test func unregisterUncoversTheRegistrationOfTheParent() {
        let parent = Container()
        let child = Container(parent: parent)
        parent.register { "parent" }
        child.register { "child" }
        #expect(child.unregister(String.self))
        #expect(child.resolve(String.self) == "parent")
        #expect(child.isRegistered(String.self))
        #expect(!child.unregister(String.self))
        #expect(parent.resolve(String.self) == "parent")
    }

    @Test func registeringAfterUnregisteringWorks() {
        let container = Container()
        container.register { 1 }
        container.unregister(Int.self)
        container.register { 2 }
        #expect(container.resolve(Int.self) == 2)
    }
}
