import Seam
import TestKit
import Testing

/// `Lazy`, `Provider` and the lazy wrappers break cycles.
struct CycleBreakingTests {
    private final class Parent: Sendable {
        let child: Child
        init(child: Child) { self.child = child }
    }

    private final class Child: Sendable {
        let parent: Lazy<Parent>
        init(parent: Lazy<Parent>) { self.parent = parent }
    }

    private final class Left: Sendable {
        let right: Right = resolve()
    }

    private final class Right: Sendable {
        let left = LazyInject<Left>()
        let sameLeft = DynamicInject<Left>()
        let weakLeft = WeakInject<Left>()
        let provided: Provider<Left> = resolve()
    }

    @Test(arguments: [Scope].keeping)
    func lazyBreaksACycle(scope: Scope) {
        let container = Container()
        container.register(autowiring: Parent.init).scope(scope)
        container.register(autowiring: Child.init).scope(scope)
        let parent = container.resolve(Parent.self)
        #expect(parent.child.parent.value === parent)
        #expect(container.resolve(Child.self) === parent.child)
    }

    @Test(arguments: [Scope].keeping)
    func lazyBreaksACycleFromItsOtherEnd(scope: Scope) {
        let container = Container()
        container.register(autowiring: Parent.init).scope(scope)
        container.register(autowiring: Child.init).scope(scope)
        let child = container.resolve(Child.self)
        #expect(child.parent.value.child === child)
    }

    @Test(arguments: [Scope].keeping)
    func wrappersAndProvidersBreakACycle(scope: Scope) {
        let container = Container()
        container.register { Left() }.scope(scope)
        container.register { Right() }.scope(scope)
        let left = container.resolve(Left.self)
        #expect(left.right.left.wrappedValue === left)
        #expect(left.right.sameLeft.wrappedValue === left)
        #expect(left.right.weakLeft.wrappedValue === left)
        #expect(left.right.provided() === left)
    }

    @Test func cycleWithoutLazyValuesIsRefused() {
        let container = Container()
        container.register(Int.self) { r in Int(try r.tryResolve(Double.self)) }
        container.register(Double.self) { r in Double(try r.tryResolve(Int.self, fileID: "A/B.swift", line: 1)) }
        let error = #expect(throws: ResolutionError.self) { _ = try container.tryResolve(Int.self) }
        #expect(error?.code == .circularDependency)
        #expect(
            error?.description == """
                Circular dependency: 'Int' depends on itself.
                  Path: Int → Double → Int   (asked for at A/B.swift:1)
                  To fix it, let one of the services on the path take the next one as Lazy or Provider (a property by \
                `@LazyInject`), or set it in an onResolved hook, if the scopes of both share their instances (graph, cached).
                """
        )
    }

    @Test func uniqueLazyThatIsReadWhileItsOwnerIsBuiltIsACycle() {
        let container = Container()
        container.register(Int.self) { r in
            _ = r.resolve(Lazy<Int>.self)
            return try r.tryResolve(Double.self) > 0 ? 1 : 0
        }
        container.register(Double.self) { r in Double(try r.tryResolve(Int.self)) }
        let error = #expect(throws: ResolutionError.self) { _ = try container.tryResolve(Int.self) }
        #expect(error?.steps == ["Int", "Double", "Int"])
    }
}
