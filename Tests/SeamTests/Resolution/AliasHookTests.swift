import Seam
import TestKit
import Testing

/// Hooks that ask for services by their aliases, while an alias is what the outermost request asks for.
struct AliasHookTests {
    private protocol Pane: AnyObject, Sendable {}
    private protocol Sash: AnyObject, Sendable {}

    private final class Glass: Pane { let sash = WeakReference<Wood>() }
    private final class Wood: Sash { let pane = WeakReference<Glass>() }
    private final class Steel: Sash {
        let pane: Glass?
        init(pane: any Pane) { self.pane = pane as? Glass }
    }

    private let container = Container()
    private let built = Counter()
    /// Holds the instances, which weak references and the `shared` scope do not.
    private let held = Journal<any AnyObject & Sendable>()

    private func registerBoth(scope: Scope) {
        container.register { [built, held] in
            built.increment()
            let glass = Glass()
            held.note(glass)
            return glass
        }
        .scope(scope)
        .implements((any Pane).self)
        .onCreate { (glass: Glass, resolver: Resolver) in
            glass.sash.object = try resolver.tryResolve((any Sash).self) as? Wood
        }
        container.register { [built, held] in
            built.increment()
            let wood = Wood()
            held.note(wood)
            return wood
        }
        .scope(scope)
        .implements((any Sash).self) { $0 }
        .onCreate { (wood: Wood, resolver: Resolver) in
            wood.pane.object = try resolver.tryResolve((any Pane).self) as? Glass
        }
    }

    @Test(arguments: [Scope].notUnique) func eachServiceIsBuiltOnceIfAnAliasIsAskedFor(scope: Scope) throws {
        registerBoth(scope: scope)
        let glass = try container.tryResolve((any Pane).self) as? Glass
        #expect(glass != nil && glass?.sash.object?.pane.object === glass)
        #expect(built.count == 2)
    }

    @Test(arguments: [Scope].notUnique) func eachServiceIsBuiltOnceIfTheOtherAliasIsAskedFor(scope: Scope) throws {
        registerBoth(scope: scope)
        let wood = try container.tryResolve((any Sash).self) as? Wood
        #expect(wood != nil && wood?.pane.object?.sash.object === wood)
        #expect(built.count == 2)
    }

    @Test(arguments: [Scope].notUnique) func hooksFindEachOtherInAsyncRequestsAndOverrides(scope: Scope) async throws {
        registerBoth(scope: scope)
        let glass = try await withContainer(container) {
            try await withOverrides { _ in
            } operation: {
                try await Container.current.resolveAsync((any Pane).self) as? Glass
            }
        }
        #expect(glass != nil && glass?.sash.object?.pane.object === glass)
        #expect(built.count == 2)
    }

    @Test(arguments: [Scope].notUnique) func validationFindsNoCircle(scope: Scope) throws {
        registerBoth(scope: scope)
        try container.validate()
    }

    @Test(arguments: [Scope].notUnique) func resolvedHookFindsItsDependentByAnAlias(scope: Scope) throws {
        container.register { (resolver: Resolver) in Steel(pane: try resolver.tryResolve((any Pane).self)) }
            .scope(scope)
            .implements((any Sash).self)
        let found = WeakReference<Steel>()
        container.register { [held] in
            let glass = Glass()
            held.note(glass)
            return glass
        }
        .scope(scope)
        .implements((any Pane).self)
        .onResolved { (_: Glass, resolver: Resolver) in
            found.object = try resolver.tryResolve((any Sash).self) as? Steel
        }
        let steel = try container.tryResolve((any Sash).self)
        #expect(found.object === steel)
    }

    @Test(arguments: [Scope].notUnique) func hookCollectsContributionsWithItsOwnService(scope: Scope) throws {
        let collected = WeakReference<Glass>()
        container.contribute { Glass() }
            .scope(scope)
            .implements((any Pane).self)
            .onCreate { _, resolver in collected.object = try resolver.tryResolve([any Pane].self).first as? Glass }
        let panes = try container.tryResolve([any Pane].self)
        #expect(panes.count == 1)
        #expect(collected.object === panes.first)
    }

    @Test(arguments: [Scope].notUnique) func factoryThatAsksForItsOwnAliasIsACircle(scope: Scope) {
        container.register { (resolver: Resolver) in
            _ = try resolver.tryResolve((any Pane).self)
            return Glass()
        }
        .scope(scope)
        .implements((any Pane).self)
        let error = #expect(throws: ResolutionError.self) { try container.tryResolve((any Pane).self) }
        #expect(error?.code == .circularDependency)
        #expect(error?.steps == ["Pane", "Glass", "Pane", "Glass"])
    }

    @Test func uniqueServiceThatAsksForItsOwnAliasIsACircle() {
        container.register { Glass() }
            .implements((any Pane).self)
            .onCreate { _, resolver in _ = try resolver.tryResolve((any Pane).self) }
        let error = #expect(throws: ResolutionError.self) { try container.tryResolve((any Pane).self) }
        #expect(error?.steps == ["Pane", "Glass", "Pane"])
    }
}
