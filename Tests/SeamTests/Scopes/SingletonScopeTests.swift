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

    @Test(arguments: Drop.allCases)
    func singletonIsReleasedWhenItIsDropped(drop: Drop) {
        let container = Container()
        container.register { Database() }.scope(.singleton)
        let database = WeakReference(container.resolve(Database.self))
        #expect(database.object != nil)
        drop.drop(Database.self, in: container, scope: .singleton) { container.register { Database() } }
        #expect(database.object == nil)
    }

    @Test(arguments: [Scope].all.filter { $0 != .singleton })
    func resetOfAnotherScopeLeavesTheSingleton(scope: Scope) {
        let container = Container()
        container.register { Database() }.scope(.singleton)
        let database = WeakReference(container.resolve(Database.self))
        container.reset(scope)
        #expect(database.object != nil)
    }

    @Test func childrenAndParentHaveTheSameSingleton() {
        let parent = Container()
        parent.register { Database() }.scope(.singleton)
        let child = Container(parent: Container(parent: parent))
        #expect(child.resolve(Database.self) === parent.resolve(Database.self))
    }

    @Test func registrationInAChildHasAnInstanceOfItsOwn() {
        let parent = Container()
        parent.register { Database() }.scope(.singleton)
        let child = Container(parent: parent)
        child.register { Database() }.scope(.singleton)
        #expect(child.resolve(Database.self) !== parent.resolve(Database.self))
    }

    @Test func singletonIsBuiltWithTheRegistrationsOfItsOwner() {
        let parent = Container()
        parent.register { 1 }
        parent.register(String.self) { r in "\(r.resolve(Int.self))" }.scope(.singleton)
        let child = Container(parent: parent)
        child.register { 2 }
        #expect(child.resolve(String.self) == "1")
    }

    @Test func registeredValueSurvivesEveryReset() {
        let container = Container()
        let database = Database()
        container.register(value: database)
        container.reset(.singleton)
        container.reset()
        #expect(container.resolve(Database.self) === database)
    }

    @Test func laterScopeReleasesInstancesOfTheEarlierScope() {
        let container = Container()
        let registration = container.register { Database() }.scope(.singleton)
        let database = WeakReference(container.resolve(Database.self))
        #expect(database.isReleased { registration.scope(.unique) })
        #expect(container.resolve(Database.self) !== container.resolve(Database.self))
    }

    @Test func laterScopeReleasesInstancesOfTheAskedContainers() {
        let container = Container()
        let registration = container.register { Database() }.scope(.container)
        let database = WeakReference(container.resolve(Database.self))
        #expect(database.isReleased { registration.scope(.unique) })
    }
}
