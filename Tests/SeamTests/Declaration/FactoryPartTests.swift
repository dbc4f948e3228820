import Seam
import TestKit
import Testing

private final class Panel: Sendable {
    let title: String
    init(_ title: String) { self.title = title }
}

@MainActor
private final class Model {
    let title: String
    init(_ title: String) { self.title = title }
}

extension Container {
    fileprivate var log: Factory<Journal<String>> { self { Journal() }.singleton }
    fileprivate var panel: Factory<Panel> {
        self { Panel("panel") }
            .when(.when(false)) { Panel("context") }
            .decorate { panel, _ in Panel("<\(panel.title)>") }
            .decorate { panel, _ in Panel("[\(panel.title)]") }
            .onCreate { panel, _ in self.log().note("create \(panel.title)") }
            .onResolved { panel, _ in self.log().note("resolved \(panel.title)") }
            .singleton
            .onDispose { panel in disposals.note(panel.title) }
    }
    fileprivate var disposed: Factory<Panel> {
        self { Panel("panel") }.singleton.onDispose { panel in disposals.note(panel.title) }
    }
    fileprivate var unkept: Factory<String> {
        self { "text" }.decorate { text, _ in text + "!" }.onCreate { text, _ in self.log().note(text) }
    }
    @MainActor fileprivate var model: Factory<Model> { onMainActor { Model("model") }.singleton }
    @MainActor fileprivate var numbered: Factory<Model, Int> { onMainActor { Model("model \($0)") } }
    fileprivate var touched: Factory<Panel> {
        self { Panel("panel") }
            .decorateOnMainActor { panel, _ in
                MainActor.preconditionIsolated()
                return Panel("\(panel.title)+")
            }
            .onCreateOnMainActor { _, _ in MainActor.preconditionIsolated() }
            .onResolvedOnMainActor { _, _ in MainActor.preconditionIsolated() }
    }
    fileprivate var contextual: Factory<Panel> {
        self { Panel("panel") }.whenOnMainActor(.when(true)) { Panel(Model("main").title) }
    }
}

/// The titles of the disposed panels, which differ from test to test.
private let disposals = Journal<String>()

/// The decorators and hooks of a declaration, and its parts that run on the main actor.
struct FactoryPartTests {
    private let container = Container()

    @Test func decoratorsAndHooksRunOnceForAKeptInstance() {
        #expect(container.panel().title == "[<panel>]")
        #expect(container.panel() === container.panel())
        #expect(container.log().entries == ["create [<panel>]", "resolved [<panel>]"])
    }

    @Test func decoratorsAndHooksRunForEachInstanceThatIsNotKept() {
        #expect(container.unkept() == "text!")
        #expect(container.unkept() == "text!")
        #expect(container.log().entries == ["text!", "text!"])
    }

    @Test func decoratorsAndHooksApplyToOverrides() {
        container.panel.register { Panel("mock") }
        container.unkept.register { "mock" }
        #expect(container.panel().title == "[<mock>]")
        #expect(container.unkept() == "mock!")
        #expect(container.log().entries == ["create [<mock>]", "resolved [<mock>]", "mock!"])
    }

    @Test func disposerRunsAtShutdown() async throws {
        container.panel.register { Panel("disposed \(#line)") }
        let title = container.panel().title
        try await container.shutdown()
        #expect(disposals.entries.filter { $0 == title } == [title])
    }

    @Test func hooksDoNotHoldTheContainer() {
        weak var watched: Container?
        do {
            let held = Container()
            _ = held.panel().title
            _ = held.unkept()
            watched = held
        }
        #expect(watched == nil)
    }

    @Test func warmUpBuildsAnAsyncOverrideThatIsDisposed() async throws {
        container.disposed.registerAsync {
            await Task.yield()
            return Panel("disposed mock")
        }
        try await container.warmUp()
        #expect(try container.disposed.tryResolve().title == "disposed mock")
        try await container.shutdown()
        #expect(disposals.entries.filter { $0 == "disposed mock" } == ["disposed mock"])
    }

    /// No container stores decorators and hooks of a declaration: they may hold it.
    @Test func warmUpLeavesAnOverrideWithHooksToItsFirstRequest() async throws {
        container.panel.register { Panel("mock") }
        try await container.warmUp()
        #expect(container.log().entries.isEmpty)
        #expect(container.panel().title == "[<mock>]")
    }

    @MainActor @Test func mainActorServiceIsResolvedSynchronouslyThere() throws {
        #expect(container.model().title == "model")
        #expect(container.model() === container.model())
        #expect(try container.numbered.tryResolve(3).title == "model 3")
        container.numbered.registerOnMainActor { Model("mock \($0)") }
        #expect(container.numbered(4).title == "mock 4")
    }

    @Test func mainActorServiceIsRefusedElsewhere() async throws {
        let numbered = await container.numbered
        let error = try #require(throws: ResolutionError.self) { try numbered.tryResolve(1) }
        #expect(error.code == .requiresMainActor)
        let model = try await numbered.resolveAsync(1)
        #expect(model.title == "model 1")
    }

    @Test(arguments: [nil, Scope.unique, .cached])
    func mainActorOverrideIsRefusedElsewhere(scope: Scope?) async throws {
        let declared = container { Panel("declared") }
        let panel = scope.map { declared.scope($0) } ?? declared
        panel.registerOnMainActor { Panel("mock") }
        let error = try #require(throws: ResolutionError.self) { try panel.tryResolve() }
        #expect(error.code == .requiresMainActor)
        #expect(try await panel.resolveAsync().title == "mock")
    }

    @Test func mainActorOverrideIsWarmedUp() async throws {
        let model = await container.model
        await MainActor.run { model.registerOnMainActor { Model("mock") } }
        try await container.warmUp()
        #expect(model().title == "mock")
    }

    @Test func partOfTheMainActorMakesTheServiceOneOfTheMainActor() async throws {
        let error = try #require(throws: ResolutionError.self) { try container.touched.tryResolve() }
        #expect(error.code == .requiresMainActor)
        let contextual = try #require(throws: ResolutionError.self) { try container.contextual.tryResolve() }
        #expect(contextual.code == .requiresMainActor)
        #expect(try await container.touched.resolveAsync().title == "panel+")
        #expect(try await container.contextual.resolveAsync().title == "main")
        await MainActor.run {
            #expect(container.touched().title == "panel+")
            #expect(container.contextual().title == "main")
        }
    }

    /// The outer request takes the slow path to the main actor, and the inner one a shortcut there.
    @Test func hookOfAnInnerDeclarationRunsOnTheMainActor() async {
        await #expect(processExitsWith: .success) {
            let container = Container()
            await MainActor.run { _ = container.touched() }
            container.registerOnMainActor { resolver in Model(resolver.container.touched().title) }
            _ = try await Task.detached { try await container.resolveAsync(Model.self) }.value
        }
    }
}
