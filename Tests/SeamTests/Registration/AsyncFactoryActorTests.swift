import TestKit
import Testing

@testable import Seam

extension Container {
    fileprivate var plain: Factory<Bool> { async { MainActorCheck.isOnMainActor } }
    fileprivate var resolving: Factory<Bool> { async { _ in MainActorCheck.isOnMainActor } }
    fileprivate var numbered: Factory<Bool, Int> { async { _, _ in MainActorCheck.isOnMainActor } }
    fileprivate var isolated: Factory<Bool> { async { @MainActor in MainActorCheck.isOnMainActor } }
    fileprivate var context: Factory<Bool, Int> {
        async { _, _ in MainActorCheck.isOnMainActor }.when(.when(true)) { _ in MainActorCheck.isOnMainActor }
    }
}

/// An async factory or disposer runs on the actor that it belongs to, or outside all of them, wherever it is asked for.
@MainActor
struct AsyncFactoryActorTests {
    private nonisolated static func isOnMainActor(_: Resolver) async -> Bool { MainActorCheck.isOnMainActor }
    private nonisolated static func isOnMainActor(_: Resolver, _: Int) async -> Bool { MainActorCheck.isOnMainActor }
    private nonisolated static func isOnMainActor() async -> Bool { MainActorCheck.isOnMainActor }
    @concurrent private static func isConcurrentlyOnMainActor() async -> Bool { MainActorCheck.isOnMainActor }

    @Test(arguments: [Scope].forValues) func factoryOfNoActorRunsOutsideAll(scope: Scope) async throws {
        let container = Container()
        container.registerAsync(name: "plain") { MainActorCheck.isOnMainActor }.scope(scope)
        container.registerAsync(name: "resolver") { _ in MainActorCheck.isOnMainActor }.scope(scope)
        let function: @Sendable () async -> Bool = Self.isOnMainActor
        container.registerAsync(name: "function", function).scope(scope)
        let resolvingFunction: @Sendable (Resolver) async -> Bool = Self.isOnMainActor
        container.registerAsync(name: "resolving function", resolvingFunction).scope(scope)
        let numberedFunction: @Sendable (Resolver, Int) async -> Bool = Self.isOnMainActor
        container.registerAsync(name: "numbered function", numberedFunction).scope(scope)
        container.registerAsync(name: "concurrent", Self.isConcurrentlyOnMainActor).scope(scope)
        container.registerAsync { (_: Resolver, _: Int) in MainActorCheck.isOnMainActor }.scope(scope)
        for name in ["plain", "resolver", "function", "resolving function", "concurrent"] as [ServiceName] {
            #expect(try await !container.resolveAsync(Bool.self, name: name), "\(name)")
        }
        #expect(try await !container.resolveAsync(Bool.self, arguments: 1))
        #expect(try await !container.resolveAsync(Bool.self, name: "numbered function", arguments: 1))
        container.registerAsync(name: "isolated") { @MainActor in MainActorCheck.isOnMainActor }.scope(scope)
        container.registerAsync { @MainActor (_: Resolver, _: String) in MainActorCheck.isOnMainActor }.scope(scope)
        #expect(try await container.resolveAsync(Bool.self, name: "isolated"))
        #expect(try await container.resolveAsync(Bool.self, arguments: "one"))
    }

    @Test func declaredFactoryOfNoActorRunsOutsideAll() async throws {
        let container = Container()
        #expect(try await !container.plain.resolveAsync())
        #expect(try await !container.resolving.resolveAsync())
        #expect(try await !container.numbered.resolveAsync(1))
        #expect(try await !container.context.resolveAsync(1))
        #expect(try await container.isolated.resolveAsync())
        container.plain.registerAsync { @MainActor in MainActorCheck.isOnMainActor }
        container.numbered.registerAsync { @MainActor _, _ in MainActorCheck.isOnMainActor }
        container.isolated.registerAsync { MainActorCheck.isOnMainActor }
        #expect(try await container.plain.resolveAsync())
        #expect(try await container.numbered.resolveAsync(1))
        #expect(try await !container.isolated.resolveAsync())
    }

    private nonisolated static func note(_ places: Box<[Bool]>) async {
        places.value.append(MainActorCheck.isOnMainActor)
    }

    @Test func disposerOfNoActorRunsOutsideAll() async throws {
        let (container, places) = (Container(), Box<[Bool]>([]))
        let function: @Sendable (Box<[Bool]>) async -> Void = Self.note
        container.register { places }
            .scope(.singleton)
            .onDispose { places in places.value.append(MainActorCheck.isOnMainActor) }
            .onDispose { @MainActor places in places.value.append(MainActorCheck.isOnMainActor) }
            .onDispose(function)
            .onDispose(Self.note)
        _ = container.resolve(Box<[Bool]>.self)
        try await container.shutdown()
        #expect(places.value == [false, true, false, false])
    }

    private protocol Ledger {
        var sum: Int { get }
        func close()
    }

    private final class Book: Ledger {
        var sum: Int
        init(sum: Int) { self.sum = sum }
        func close() { sum = 0 }
    }

    /// The protocol belongs to the main actor, as this suite does, and is not `Sendable`.
    @Test func serviceOfTheMainActorNeedNotBeSendable() async throws {
        let container = Container()
        container.registerAsync((any Ledger).self) { @MainActor in Book(sum: 1) }
            .scope(.singleton)
            .onDispose { @MainActor ledger in ledger.close() }
        container.registerAsync { @MainActor (_: Resolver, ledger: any Ledger) in Book(sum: ledger.sum + 1) }
        let ledger = try await container.resolveAsync((any Ledger).self)
        #expect(try await container.resolveAsync(Book.self, arguments: ledger).sum == 2)
        try await container.shutdown()
        #expect(ledger.sum == 0)
    }
}
