import Seam
import TestKit
import Testing

struct SingletonScopeTests {
    private final class Database: Sendable {}

    @Test func singletonIsKeptForTheLifeOfItsContainer() {
        let container = Container()
        container.register { Database() }.scope(.singleton)
        let database = WeakReference(container.resolve(Database.self))
        #expect(database.object != nil)
        #expect(container.resolve(Database.self) === database.object)
    }

    @Test func singletonIsReleasedWithItsContainer() {
        weak var database: Database?
        do {
            let container = Container()
            container.register { Database() }.scope(.singleton)
            database = container.resolve()
        }
        #expect(database == nil)
    }

    @Test(arguments: [Scope].all.filter { $0 != .singleton })
    func resetOfAnotherScopeLeavesTheSingleton(scope: Scope) {
        let container = Container()
        container.register { Database() }.scope(.singleton)
        let database = WeakReference(container.resolve(Database.self))
        container.reset(scope)
        #expect(database.object != nil)
    }

    @Test func registrationInAChildHasAnInstanceOfItsOwn() {
        let parent = Container()
        parent.register { Database() }.scope(.singleton)
        let child = Container(parent: parent)
        child.register { Database() }.scope(.singleton)
        #expect(child.resolve(Database.self) !== parent.resolve(Database.self))
    }
}
