import Seam
import TestKit
import Testing

private final class Kept: Sendable {
    let text: String
    let number: Int?
    let current: Container

    init(_ text: String, number: Int?, current: Container) {
        self.text = text
        self.number = number
        self.current = current
    }
}

extension Container {
    fileprivate var word: Factory<String> { self { "declared" } }
    fileprivate var kept: Factory<Kept> {
        self { Kept(self.word(), number: self.optional(), current: .current) }.singleton
    }
    fileprivate var keptByArgument: Factory<Kept, Int> {
        self { Kept("\(self.word()) \($0)", number: self.optional(), current: .current) }.cached
    }
    fileprivate var nested: Factory<Kept> {
        self { Kept(self.kept().text, number: self.kept().number, current: .current) }.singleton
    }
    fileprivate var asked: Factory<Kept> {
        self { Kept(self.word(), number: nil, current: .current) }.scope(.container)
    }
    fileprivate var decoratedAsync: Factory<Kept> {
        async { Kept("closure", number: nil, current: .current) }.cached
            .decorate { _, _ in Kept(self.word(), number: self.optional(), current: .current) }
    }
    fileprivate var asyncInContext: Factory<Kept> {
        async { Kept("closure", number: nil, current: .current) }.cached
            .when(.always) { Kept(self.word(), number: self.optional(), current: .current) }
    }
    fileprivate var decoratedOverride: Factory<Kept> {
        self { Kept("closure", number: nil, current: .current) }.cached
            .decorate { _, _ in Kept(self.word(), number: self.optional(), current: .current) }
    }
    fileprivate func noted(in words: Journal<String>) -> Factory<Kept> {
        self { Kept("closure", number: nil, current: .current) }.singleton
            .onResolved { _, _ in words.note("\(self.word()) \(self.optional(Int.self) ?? 0)") }
    }
    fileprivate func around(_ other: Container) -> Factory<Kept> {
        self { Kept(other.resolve(Kept.self).text, number: nil, current: .current) }.singleton
    }
    fileprivate func around(_ other: Container, _ read: @escaping @Sendable (Container) -> Kept) -> Factory<Kept> {
        self { read(other) }.singleton
    }
    fileprivate var perRequest: Factory<Kept> { self { Kept(self.word(), number: nil, current: .current) } }
}

private typealias KeptPath = any KeyPath<Container, Factory<Kept>> & Sendable

/// The container that keeps a declared service.
struct FactoryKeeperTests {
    private let root = Container()

    @Test func outermostContainerKeepsAnInstanceThatAChildAskedForFirst() {
        let child = Container(parent: Container(parent: root))
        let kept = child.kept()
        #expect(root.kept() === kept)
        #expect(Container(parent: root).kept() === kept)
    }

    @Test func keeperKeepsOneInstanceForEachArgument() {
        let child = Container(parent: root)
        #expect(child.keptByArgument(1) === root.keptByArgument(1))
        #expect(child.keptByArgument(2) !== root.keptByArgument(1))
    }

    @Test func instanceIsBuiltWithTheRegistrationsOfItsKeeper() {
        let child = Container(parent: root)
        child.word.register { "child" }
        child.register { 5 }
        let kept = child.kept()
        #expect(kept.text == "declared")
        #expect(kept.number == nil)
        #expect(kept.current === root)
        #expect(child.word() == "child")
        #expect(child.optional(Int.self) == 5)
    }

    @Test func instanceInsideAnotherIsBuiltWithTheRegistrationsOfItsKeeper() {
        let child = Container(parent: Container(parent: root))
        child.parent?.word.register { "between" }
        child.register { 5 }
        #expect(child.nested().text == "declared")
        #expect(child.nested().number == nil)
    }

    @Test(arguments: [\Container.decoratedAsync, \.asyncInContext, \.decoratedOverride] as [KeptPath])
    fileprivate func synchronousPartsOfAnAwaitedInstanceAskItsKeeper(path: KeptPath) async throws {
        let child = Container(parent: root)
        root.decoratedOverride.registerAsync { Kept("override", number: nil, current: .current) }
        child.word.register { "child" }
        child.register { 5 }
        let kept = try await child[keyPath: path].resolveAsync()
        #expect(kept.text == "declared")
        #expect(kept.number == nil)
        #expect(try await root[keyPath: path].resolveAsync() === kept)
        #expect(child.word() == "child")
    }

    @Test func hooksAtTheEndAskTheKeeper() {
        let child = Container(parent: root)
        let words = Journal<String>()
        child.word.register { "child" }
        child.register { 5 }
        _ = child.noted(in: words)()
        #expect(words.entries == ["declared 0"])
        #expect(child.word() == "child")
    }

    @Test func instanceThatAnotherContainerBuildsMeanwhileIsNotRedirected() {
        let child = Container(parent: root)
        let grandchild = Container(parent: child)
        root.register { "root" }
        child.register { "child" }
        child.register { Kept($0.resolve(), number: nil, current: .current) }.scope(.singleton)
        let kept = child.around(grandchild)()
        #expect(kept.current === root)
        #expect(kept.text == "child")
        #expect(child.resolve(Kept.self).text == "child")
    }

    @Test func optionalServiceComesFromTheContainerThatIsAskedForTheService() {
        let child = Container(parent: root)
        let grandchild = Container(parent: child)
        root.register { "root" }
        child.register { "child" }
        child.kept.register { Kept(grandchild.resolve(String?.self) ?? "none", number: nil, current: .current) }
        let kept = child.around(grandchild) { $0.kept() }()
        #expect(kept.text == "child")
        #expect(kept.current === child)
    }

    @Test func absenceInTheKeeperIsNoAbsenceInTheChild() {
        let middle = Container(parent: root)
        let child = Container(parent: middle)
        middle.register { 5 }
        #expect(child.kept().number == nil)
        #expect(child.optional(Int.self) == 5)
    }

    @Test func overridingContainerKeepsItsInstance() {
        let middle = Container(parent: root)
        let child = Container(parent: middle)
        middle.kept.register { Kept("middle", number: nil, current: .current) }
        #expect(child.kept().text == "middle")
        #expect(child.kept() === middle.kept())
        #expect(child.kept().current === middle)
        #expect(root.kept().text == "declared")
    }

    @Test func containerScopeKeepsOneForEachAskedContainer() {
        let child = Container(parent: root)
        child.word.register { "child" }
        #expect(child.asked() === child.asked())
        #expect(child.asked() !== root.asked())
        #expect(child.asked().text == "child")
    }

    @Test func serviceThatIsNotKeptIsBuiltThroughTheAskedContainer() {
        let child = Container(parent: root)
        child.word.register { "child" }
        #expect(child.perRequest().text == "child")
        #expect(child.perRequest().current === child)
        #expect(root.perRequest().text == "declared")
    }

    @Test func resetThroughAChildLeavesTheInstanceOfTheKeeper() {
        let child = Container(parent: root)
        let kept = root.kept()
        child.kept.register { Kept("child", number: nil, current: .current) }
        #expect(child.kept().text == "child")
        child.kept.reset()
        #expect(child.kept() === kept)
    }

    @Test func resetDropsTheInstanceOfTheAskedContainer() {
        let child = Container(parent: root)
        let (own, other) = (child.asked(), root.asked())
        child.asked.reset()
        #expect(child.asked() !== own)
        #expect(root.asked() === other)
    }

    @Test func overrideDropsTheInstanceOfTheAskedContainer() {
        let child = Container(parent: root)
        let (own, other) = (WeakReference(child.asked()), root.asked())
        #expect(own.object != nil)
        child.asked.register { Kept("child", number: nil, current: .current) }
        #expect(own.object == nil)
        #expect(root.asked() === other)
    }

    @Test func instanceIsReleasedWithItsKeeper() {
        weak var watched: Container?
        do {
            let held = Container()
            _ = Container(parent: held).keptByArgument(1).text
            watched = held
            held.reset()
        }
        #expect(watched == nil)
    }
}
