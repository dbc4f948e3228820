import TestKit
import Testing

@testable import Seam

private final class Parcel: Sendable {
    let label: String
    init(_ label: String = "parcel") { self.label = label }
}

private struct Pair: Sendable {
    let first: Parcel
    let second: Parcel
}

private struct Refusal: Error {}

extension Container {
    fileprivate var hooked: Factory<Parcel> { self { Parcel() }.onCreate { _, _ in } }
    fileprivate var decorated: Factory<Parcel> { self { Parcel() }.decorate { old, _ in Parcel("inner " + old.label) } }
    fileprivate var numbered: Factory<Parcel, Int> { self { Parcel("\($0)") }.cached }
    fileprivate var watched: Factory<Parcel> { self { Parcel() }.onResolved { _, _ in } }
    fileprivate var onMainActor: Factory<Parcel> { self { Parcel() }.onCreateOnMainActor { _, _ in } }
    fileprivate var refused: Factory<Parcel> { self { Parcel() }.onCreate { _, _ in throw Refusal() } }
    fileprivate var sharedParcel: Factory<Parcel> { self { Parcel() }.graph }
    fileprivate var hookedShared: Factory<Parcel> { self { Parcel() }.onCreate { _, _ in }.graph }
    fileprivate var pair: Factory<Pair> {
        self { Pair(first: try self.sharedParcel.tryResolve(), second: try self.sharedParcel.tryResolve()) }
    }
}

/// The shortcuts of declared services that need more than their closure.
struct FactoryShortcutTests {
    private let container = Container()

    @Test func uniqueServiceWithDecoratorsOrHooksHasAShortcut() {
        for factory in [container.hooked, container.decorated, container.watched] {
            _ = factory()
            guard case .complete = shortcut(of: factory) else {
                Issue.record("The shortcut is another one.")
                return
            }
        }
    }

    @Test func graphServiceHasAShortcut() {
        _ = container.sharedParcel()
        guard case .graph = shortcut(of: container.sharedParcel) else {
            Issue.record("The shortcut is another one.")
            return
        }
    }

    @Test func instanceThatIsKeptByItsArgumentHasAShortcut() {
        let (factory, others) = (container.numbered, Container(copying: container))
        let parcels = (0..<2).map { factory($0) }
        let lookup = container.lookUp(factory.signature, declaredAt: factory.place, factory.settings)
        lookup.record.endReading()
        guard case .indirect(.keyed) = lookup.shortcut else {
            Issue.record("The shortcut is another one.")
            return
        }
        for (number, parcel) in parcels.enumerated() {
            #expect(factory(number) === parcel)
            #expect(Container(parent: container).numbered(number) === parcel)
            #expect(others.numbered(number) !== parcel)
        }
        factory.reset()
        #expect(factory(0) !== parcels[0])
        factory.register { number in Parcel("override \(number)") }
        #expect((0..<2).map { factory($0).label } == ["override 0", "override 1"])
        #expect(factory(1) === factory(1))
    }

    @Test func serviceThatNeedsTheSlowPathHasNone() async {
        await MainActor.run { _ = container.onMainActor() }
        _ = container.hookedShared()
        for factory in [container.onMainActor, container.hookedShared] { #expect(shortcut(of: factory) == nil) }
    }

    @Test func decoratorsOfTheDeclarationAreInsideThoseOfTheContainer() {
        container.decorate(Parcel.self) { old, _ in Parcel("outer " + old.label) }
        #expect((0..<2).map { _ in container.decorated().label } == Array(repeating: "outer inner parcel", count: 2))
        container.decorated.register { Parcel("override") }
        #expect((0..<2).map { _ in container.decorated().label } == Array(repeating: "outer inner override", count: 2))
        let child = Container(parent: container)
        child.decorate(Parcel.self) { old, _ in Parcel("child " + old.label) }
        #expect(child.decorated().label == "child outer inner override")
    }

    @Test func failureOfAHookHasThePathAndFailsEachTime() {
        for _ in 0..<2 {
            let error = ResolutionError.thrown { () throws(ResolutionError) in _ = try container.refused.tryResolve() }
            #expect(error?.code == .factoryFailed)
            #expect(error?.underlying is Refusal)
            #expect(error?.path.count == 1)
        }
    }

    @Test func graphInstanceIsSharedEachTimeAlsoThroughAnOverride() {
        for _ in 0..<2 {
            let pair = container.pair()
            #expect(pair.first === pair.second)
        }
        container.sharedParcel.register { Parcel("override") }
        for _ in 0..<2 {
            let pair = container.pair()
            #expect(pair.first === pair.second && pair.first.label == "override")
        }
    }

    @Test func failedGraphInstanceIsBuiltAgain() throws {
        let mayBuild = Flag()
        container.sharedParcel.register {
            guard mayBuild.isRaised else { throw Refusal() }
            return Parcel()
        }
        for _ in 0..<2 { #expect(throws: ResolutionError.self) { try container.pair.tryResolve() } }
        mayBuild.raise()
        let pair = try container.pair.tryResolve()
        #expect(pair.first === pair.second)
    }

    private func shortcut(of factory: Factory<Parcel>) -> Shortcut? {
        let lookup = container.lookUp(factory.signature, declaredAt: factory.place, factory.settings)
        defer { if case .call = lookup.shortcut { lookup.record.leave() } else { lookup.record.endReading() } }
        return lookup.shortcut
    }
}
