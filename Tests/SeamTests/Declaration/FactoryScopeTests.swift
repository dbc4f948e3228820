import TestKit
import Testing

@testable import Seam

final class FactoryScopedService: Sendable {}

private struct Pair: Sendable {
    let first: FactoryScopedService
    let second: FactoryScopedService
}

extension Container {
    fileprivate var plain: Factory<FactoryScopedService> { self { FactoryScopedService() } }
    fileprivate var unique: Factory<FactoryScopedService> { self { FactoryScopedService() }.unique }
    fileprivate var graph: Factory<FactoryScopedService> { self { FactoryScopedService() }.graph }
    fileprivate var cached: Factory<FactoryScopedService> { self { FactoryScopedService() }.cached }
    fileprivate var shared: Factory<FactoryScopedService> { self { FactoryScopedService() }.shared }
    fileprivate var singleton: Factory<FactoryScopedService> { self { FactoryScopedService() }.singleton }
    fileprivate var session: Factory<FactoryScopedService> { self { FactoryScopedService() }.scope(.cached("session")) }
    fileprivate var asked: Factory<FactoryScopedService> { self { FactoryScopedService() }.scope(.container) }
    fileprivate var shelf: Factory<FactoryScopedService> {
        self { FactoryScopedService() }.scope(.shelf)
    }
    fileprivate var numbered: Factory<FactoryScopedService, Int> { self { _ in FactoryScopedService() }.singleton }
    fileprivate var graphPair: Factory<Pair> { self { Pair(first: self.graph(), second: self.graph()) } }
}

struct FactoryScopeTests {
    private let container = Container()

    /// The closures of a declaration are erased with the pack of its arguments, which a call by its entry takes them
    /// back with.
    @Test func entryHasThePackThatItsClosuresAreErasedWith() throws {
        func list<each Argument>(_: repeat (each Argument).Type) -> any ArgumentList.Type {
            ArgumentPack<repeat each Argument>.self
        }
        _ = (container.cached(), container.numbered(1))
        container.plain.register { FactoryScopedService() }
        let lists: [(String, any ArgumentList.Type)] = [
            ("cached", list()), ("plain", list()), ("numbered", list(Int.self)),
        ]
        for (declaration, expected) in lists {
            let entries = container.state.withLock { $0.variants.elements.flatMap(\.declared) }
            let entry = try #require(entries.first { "\($0.key)".contains(declaration) })
            #expect(ObjectIdentifier(entry.arguments) == ObjectIdentifier(expected))
        }
    }

    @Test func declaredServiceStaysWhenManyRegistrationsOfItsTypeAreRemoved() {
        let first = container.cached()
        let names = (0..<100).map { ServiceName("\($0)") }
        for name in names { container.register(name: name) { FactoryScopedService() } }
        for name in names { container.unregister(FactoryScopedService.self, name: name) }
        #expect(container.state.withLock { $0.variants.elements.flatMap(\.declared) }.count == 1)
        container.decorate(FactoryScopedService.self) { _, _ in FactoryScopedService() }
        container.cached.reset()
        #expect(container.cached() !== first)
        #expect(container.cached() === container.cached())
    }

    @Test(
        arguments: [\Container.plain, \.unique] as [any KeyPath<Container, Factory<FactoryScopedService>> & Sendable]
    )
    func instanceIsNotKeptWithoutAScope(declaration: any KeyPath<Container, Factory<FactoryScopedService>> & Sendable) {
        #expect(container[keyPath: declaration]() !== container[keyPath: declaration]())
    }

    @Test(
        arguments: [\Container.cached, \.singleton, \.session, \.asked, \.shelf]
            as [any KeyPath<Container, Factory<FactoryScopedService>> & Sendable]
    )
    func instanceIsKeptByAKeepingScope(declaration: any KeyPath<Container, Factory<FactoryScopedService>> & Sendable) {
        let service = WeakReference(container[keyPath: declaration]())
        #expect(service.object != nil)
        #expect(container[keyPath: declaration]() === service.object)
    }

    @Test(arguments: [Scope].builtIn)
    func declarationMakesNoSettingsForABuiltInScope(scope: Scope) {
        let container = Container()
        let declaration = container { 1 }
        #expect(declaration.scope(scope).settings === Settings.under(scope))
        #expect(declaration.cached.scope(scope).settings === Settings.under(scope))
    }

    @Test func declarationWithPartsKeepsThemInAnotherScope() {
        let container = Container()
        let declaration = container { 1 }.decorate { number, _ in number + 1 }
        #expect(declaration.scope(.cached)() == 2)
        #expect(declaration.scope(.cached).settings?.values.isOfDefaultScope == false)
    }

    @Test func sharedInstanceIsKeptWhileItIsHeld() {
        weak var watched: FactoryScopedService?
        do {
            let service = container.shared()
            #expect(container.shared() === service)
            watched = service
        }
        #expect(watched == nil)
    }

    @Test func graphInstanceIsSharedWithinOneRequest() {
        let pair = container.graphPair()
        #expect(pair.first === pair.second)
        #expect(container.graph() !== container.graph())
    }

    @Test func graphInstanceIsSharedWithRegisteredServices() {
        container.register { r in Pair(first: r.container.graph(), second: r.container.graph()) }
        let pair = container.resolve(Pair.self)
        #expect(pair.first === pair.second)
    }

    @Test func instancesOfDistinctArgumentsAreKeptApart() {
        #expect(container.numbered(1) === container.numbered(1))
        #expect(container.numbered(1) !== container.numbered(2))
    }

    @Test func resetOfTheScopeDropsTheInstance() {
        let session = WeakReference(container.session())
        let cached = WeakReference(container.cached())
        #expect(session.isReleased { container.reset(.cached("session")) })
        #expect(cached.isReleased { container.reset() })
    }

    @Test func defaultScopeOfTheContainerHolds() {
        let container = Container(defaultScope: .singleton)
        #expect(container.plain() === container.plain())
        #expect(container.unique() !== container.unique())
    }

    @Test func unrelatedContainersKeepTheirOwn() {
        #expect(Container().singleton() !== container.singleton())
    }

    @Test func removeAllDropsTheInstance() {
        let service = WeakReference(container.singleton())
        #expect(service.isReleased { container.removeAll() })
    }

    @Test func threadsThatAskAtOnceGetOneInstance() throws {
        for _ in 0..<20 {
            let container = Container()
            let services = try ThreadGroup.run(8) { _ in container.singleton() }
            #expect(services.allSatisfy { $0 === services[0] })
        }
    }
}
