import Seam
import Testing

private protocol Playing: Sendable { var title: String { get } }
private protocol Pausing: AnyObject, Sendable {}

private final class Deck: Playing, Pausing {
    let title = "deck"
}

private class Animal: @unchecked Sendable {}
private final class Cat: Animal, @unchecked Sendable {}

/// The shared scope finds an object inside every type that may hold it.
struct SharedCompositionTests {
    /// Whether a service of that type is shared while held, and released afterwards.
    private func isShared<Service>(
        _ type: Service.Type,
        factory: @escaping @Sendable () -> Service
    ) -> Bool {
        let container = Container()
        container.register(type, factory).scope(.shared)
        weak var watched: AnyObject?
        do {
            let first = container.resolve(type)
            let second = container.resolve(type)
            guard let firstObject = object(in: first), firstObject === object(in: second) else { return false }
            watched = firstObject
            withExtendedLifetime((first, second)) {}
        }
        return watched == nil
    }

    /// The object in a value, however many Optionals are around it.
    private func object(in value: Any) -> AnyObject? {
        let mirror = Mirror(reflecting: value)
        guard mirror.displayStyle == .optional else { return value as AnyObject }
        return mirror.children.first.flatMap { object(in: $0.value) }
    }

    @Test func classIsShared() {
        #expect(isShared(Deck.self) { Deck() })
    }

    @Test func subclassBehindItsBaseIsShared() {
        #expect(isShared(Animal.self) { Cat() })
    }

    @Test func anyObjectIsShared() {
        #expect(isShared(AnyObject.self) { Deck() })
    }

    @Test func anyIsShared() {
        #expect(isShared(Any.self) { Deck() })
    }

    @Test func protocolIsShared() {
        #expect(isShared((any Playing).self) { Deck() })
    }

    @Test func classProtocolIsShared() {
        #expect(isShared((any Pausing).self) { Deck() })
    }

    @Test func compositionIsShared() {
        #expect(isShared((any Playing & Pausing).self) { Deck() })
    }

    @Test func compositionWithAClassIsShared() {
        #expect(isShared((any Deck & Playing).self) { Deck() })
    }

    @Test func optionalIsShared() {
        #expect(isShared(Deck?.self) { Deck() })
    }

    @Test func optionalProtocolIsShared() {
        #expect(isShared((any Playing)?.self) { Deck() })
    }

    @Test func optionalOfAnOptionalIsShared() {
        #expect(isShared(Deck??.self) { Deck() })
    }

    @Test func sharedProtocolStillWorks() {
        let container = Container()
        container.register((any Playing & Pausing).self) { Deck() }.scope(.shared)
        let held = container.resolve((any Playing & Pausing).self)
        #expect(container.resolve((any Playing & Pausing).self).title == "deck")
        withExtendedLifetime(held) {}
    }

    @Test func functionsAndMetatypesAreRefused() {
        let container = Container()
        container.register((@Sendable () -> Int).self) { { 1 } }.scope(.shared)
        container.register(Deck.Type.self) { Deck.self }.scope(.shared)
        #expect(throws: ResolutionError.self) { _ = try container.tryResolve((@Sendable () -> Int).self) }
        #expect(throws: ResolutionError.self) { _ = try container.tryResolve(Deck.Type.self) }
    }

    @Test func aliasOfASharedServiceSharesIt() {
        let container = Container()
        container.register { Deck() }.scope(.shared).implements((any Playing).self)
        let deck = container.resolve(Deck.self)
        #expect(container.resolve((any Playing).self) as AnyObject === deck)
    }
}
