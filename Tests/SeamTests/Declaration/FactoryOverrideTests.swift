import Seam
import TestKit
import Testing

private final class Service: Sendable {
    let title: String
    init(_ title: String) { self.title = title }
}

extension Container {
    fileprivate var text: Factory<String> { self { "declared" } }
    fileprivate var promise: Factory<String> { promised() }
    fileprivate var user: Factory<String, Int> { self { "declared \($0)" } }
    fileprivate var single: Factory<Service> { self { Service("declared") }.singleton }
    fileprivate var single2: Factory<Service, Int> { self { Service("declared \($0)") }.singleton }
    fileprivate var dependent: Factory<String> { self { "needs \(self.text())" } }
    fileprivate var keptDependent: Factory<String> { self { "needs \(self.text())" }.singleton }
}

struct FactoryOverrideTests {
    private let container = Container()

    @Test func registerReplacesTheDeclaration() {
        container.text.register { "mock" }
        #expect(container.text() == "mock")
    }

    @Test func registerTakesTheDeclaredArguments() {
        container.user.register { "mock \($0)" }
        #expect(container.user(4) == "mock 4")
    }

    @Test func registerMayThrow() async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let container = Container()
            container.text.register { throw StuckThread() }
            _ = container.text()
        }
        let text = try #require(result).standardErrorText
        #expect(text.contains(#"Building '\.text' failed: StuckThread()"#))
    }

    @Test func registerKeepsTheDeclaredScope() {
        container.single.register { Service("mock") }
        let mock = container.single()
        #expect(mock.title == "mock")
        #expect(container.single() === mock)
    }

    @Test func registerUnderAConditionThatHoldsReplacesTheDeclaration() async throws {
        container.text.register(when: .testing) { "mock" }
        #expect(container.text() == "mock")
        container.user.registerOnMainActor(when: .when(true)) { "mock \($0)" }
        #expect(try await container.user.resolveAsync(4) == "mock 4")
        container.single.registerAsync(when: .when(true)) { Service("mock") }
        #expect(try await container.single.resolveAsync().title == "mock")
    }

    @Test func registerUnderAConditionThatDoesNotHoldChangesNothing() async {
        let single = container.single()
        container.single.register(when: .when(false)) { Service("mock") }
        container.single.registerOnMainActor(when: .when(false)) { Service("mock") }
        container.single.registerAsync(when: .when(false)) { Service("mock") }
        container.single2.registerAsync(when: .when(false)) { _ in Service("mock") }
        container.single2.registerAsync(when: .when(false)) { _, _ in Service("mock") }
        #expect(container.single() === single)
        #expect(container.single2(4).title == "declared 4")
    }

    @Test func registerIfAbsentReplacesOnlyTheDeclaration() {
        #expect(container.text() == "declared")
        container.text.register(when: .ifAbsent) { "first" }
        #expect(container.text() == "first")
        container.text.register(when: .ifAbsent) { "second" }
        Container(parent: container).text.register(when: .ifAbsent) { "third" }
        #expect(container.text() == "first")
        #expect(Container(parent: container).text() == "first")
    }

    @Test(.timeLimit(.minutes(15))) func oneOfTwoThreadsRegistersIfAbsent() throws {
        for _ in 0..<1_000 {
            let container = Container()
            let seen = Journal<String>()
            try ThreadGroup.run(2) { number in
                container.text.register(when: .ifAbsent) { "\(number)" }
                seen.note(container.text())
            }
            #expect(Set(seen.entries).count == 1)
        }
    }

    @Test func skippedRegistrationOfAPromiseIsNamed() throws {
        container.promise.register(when: .when(false), fileID: "Shop/App.swift", line: 8) { "kept" }
        let error = try #require(throws: ResolutionError.self) { try container.promise.tryResolve() }
        let note = "The registration at Shop/App.swift:8 was skipped: its condition `.when(false)` was false."
        #expect(error.description.contains(note))
    }

    @Test func skippedRegistrationsAreExplainedEachWithItsKey() {
        container.register(String.self, when: .when(false), fileID: "Shop/App.swift", line: 1) { "typed" }
        for line in UInt(2)...6 {
            container.text.register(when: .when(false), fileID: "Shop/App.swift", line: line) { "kept" }
        }
        _ = container.text()
        let text = container.explain(String.self)
        #expect(text.contains("The registration at Shop/App.swift:1 was skipped"))
        #expect(!text.contains("The one at Shop/App.swift:2 was skipped"))
        for line in 3...6 { #expect(text.contains("The one at Shop/App.swift:\(line) was skipped")) }
    }

    @Test func registerDropsTheInstance() {
        let service = WeakReference(container.single())
        #expect(service.isReleased { container.single.register { Service("mock") } })
    }

    @Test func laterRegisterReplacesAndDropsTheEarlier() {
        container.single.register { Service("first") }
        let first = WeakReference(container.single())
        #expect(first.isReleased { container.single.register { Service("second") } })
        #expect(container.single().title == "second")
    }

    @Test func resetRestoresTheDeclarationAndDropsTheInstance() {
        container.single.register { Service("mock") }
        let mock = WeakReference(container.single())
        #expect(mock.isReleased { container.single.reset() })
        #expect(container.single().title == "declared")
    }

    @Test func resetWithoutAnOverrideDropsTheInstance() {
        let service = WeakReference(container.single())
        #expect(service.isReleased { container.single.reset() })
    }

    @Test func resetDropsTheInstancesOfAllArguments() {
        let one = WeakReference(container.single2(1))
        let two = WeakReference(container.single2(2))
        #expect(one.object != nil && two.object != nil)
        container.single2.reset()
        #expect(one.object == nil && two.object == nil)
    }

    @Test func resetOfTheContainerLeavesTheOverride() {
        container.single.register { Service("mock") }
        let mock = container.single()
        container.reset()
        #expect(container.single() !== mock)
        #expect(container.single().title == "mock")
    }

    @Test func removeAllTakesTheOverrideAway() {
        container.text.register { "mock" }
        container.removeAll()
        #expect(container.text() == "declared")
    }

    @Test func dependentsSeeTheOverride() {
        container.text.register { "mock" }
        #expect(container.dependent() == "needs mock")
        #expect(container.keptDependent() == "needs mock")
    }

    @Test func parentsOverrideReachesItsChildren() {
        let child = Container(parent: Container(parent: container))
        container.text.register { "mock" }
        container.user.register { "mock \($0)" }
        #expect(child.text() == "mock")
        #expect(child.user(1) == "mock 1")
        #expect(child.dependent() == "needs mock")
    }

    @Test func parentsOverrideReachesAChildThatHasUsedTheDeclaration() {
        let child = Container(parent: container)
        #expect(child.single().title == "declared")
        container.single.register { Service("mock") }
        #expect(child.single().title == "mock")
        #expect(child.single() === container.single())
    }

    @Test func childsOverrideWinsAndLeavesTheParentAlone() {
        let child = Container(parent: container)
        container.text.register { "parent" }
        child.text.register { "child" }
        #expect(child.text() == "child")
        #expect(container.text() == "parent")
        child.text.reset()
        #expect(child.text() == "parent")
    }

    @Test func overrideIsOneForAllFormsOfADeclaration() {
        container.text.scope(.cached).register { "mock" }
        #expect(container.text() == "mock")
        #expect(container.text.singleton() == "mock")
    }

    @Test func withOverridesReachesDeclaredServicesAndEndsWithIt() {
        withContainer(container) {
            withOverrides {
                $0.text.register { "mock" }
            } operation: {
                #expect(Container.current.text() == "mock")
                #expect(Container.current.dependent() == "needs mock")
            }
            #expect(Container.current.text() == "declared")
        }
    }

    @Test func withOverridesReachesServicesThatAParentOwns() {
        container.register(Int.self) { r in r.container.text().count }.scope(.singleton)
        let child = Container(parent: container)
        withContainer(child) {
            withOverrides {
                $0.text.register { "four" }
            } operation: {
                #expect(resolve(Int.self) == 4)
            }
        }
        #expect(child.resolve(Int.self) == 8)
    }

    @Test func declaredServiceCanBeDecoratedByItsOverride() {
        container.text.register { "decorated \(Container().text())" }
        #expect(container.text() == "decorated declared")
    }
}
