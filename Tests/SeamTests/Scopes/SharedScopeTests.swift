import Seam
import TestKit
import Testing

struct SharedScopeTests {
    private final class Player: Sendable {}

    private struct Volume: Sendable {
        let level: Int
    }

    @Test func instanceIsSharedWhileItIsHeld() {
        let container = Container()
        container.register { Player() }.scope(.shared)
        let player = container.resolve(Player.self)
        #expect(container.resolve(Player.self) === player)
        withExtendedLifetime(player) {}
    }

    @Test func instanceIsReleasedWithItsLastReference() {
        let container = Container()
        container.register { Player() }.scope(.shared)
        weak var player: Player?
        do {
            let held = container.resolve(Player.self)
            player = held
            #expect(player != nil)
            withExtendedLifetime(held) {}
        }
        #expect(player == nil)
    }

    @Test func instanceIsBuiltAnewAfterItsRelease() {
        let container = Container()
        let tally = Counter()
        container.register { () -> Player in
            tally.increment()
            return Player()
        }
        .scope(.shared)
        for _ in 0..<3 { _ = container.resolve(Player.self) }
        #expect(tally.count == 3)
    }

    @Test func resetMakesTheNextRequestBuildAnotherInstance() {
        let container = Container()
        container.register { Player() }.scope(.shared)
        let player = container.resolve(Player.self)
        container.reset(.shared)
        #expect(container.resolve(Player.self) !== player)
    }

    @Test func structsAreRefused() throws {
        let container = Container()
        container.register(fileID: "Sound/Modules.swift", line: 3) { Volume(level: 1) }.scope(.shared)
        let error = #expect(throws: ResolutionError.self) {
            _ = try container.tryResolve(Volume.self, fileID: "Sound/Mixer.swift", line: 7)
        }
        #expect(error?.code == .scopeRequiresReference)
        #expect(
            error?.description == """
                The scope 'shared' holds 'Volume' weakly, and the instance is not an object.
                  Path: Volume   (asked for at Sound/Mixer.swift:7)
                  Registered at Sound/Modules.swift:3.
                  To fix it, make it a class, or register it in another scope: a value can be kept with '.cached'.
                """
        )
    }

    @Test func errorIsRefusedWithAdvice() {
        final class Mishap: Error {}
        let container = Container()
        container.register((any Error).self, fileID: "Sound/Modules.swift", line: 3) { Mishap() }.scope(.shared)
        let error = #expect(throws: ResolutionError.self) {
            _ = try container.tryResolve((any Error).self, fileID: "Sound/Mixer.swift", line: 7)
        }
        #expect(error?.code == .scopeRequiresReference)
        #expect(
            error?.description == """
                The scope 'shared' holds 'Error' weakly, and this type puts its object into a box.
                  Path: Error   (asked for at Sound/Mixer.swift:7)
                  Registered at Sound/Modules.swift:3.
                  To fix it, register the class itself, and this type as its alias, with '.implements'.
                """
        )
    }

    @Test func errorIsSharedAsTheAliasOfItsClass() {
        final class Mishap: Error {}
        let container = Container()
        container.register { Mishap() }.scope(.shared).implements((any Error).self)
        let held = container.resolve(Mishap.self)
        #expect(container.resolve((any Error).self) as? Mishap === held)
    }

    @Test func refusalFreesTheKey() {
        let container = Container()
        container.register((any Sendable).self) { r in
            guard r.resolve(Bool.self) else { return Volume(level: 1) }
            return Player()
        }
        .scope(.shared)
        container.register { false }
        let error = #expect(throws: ResolutionError.self) { _ = try container.tryResolve((any Sendable).self) }
        #expect(error?.code == .scopeRequiresReference)
        container.register { true }
        #expect(container.resolve((any Sendable).self) is Player)
    }

    @Test func failureBelowTheTopHasTheWholePath() {
        let container = Container()
        container.register { Volume(level: 1) }.scope(.shared)
        container.register(String.self) { r in "\(try r.tryResolve(Volume.self).level)" }
        let error = #expect(throws: ResolutionError.self) { _ = try container.tryResolve(String.self) }
        #expect(error?.steps == ["String", "Volume"])
    }
}
