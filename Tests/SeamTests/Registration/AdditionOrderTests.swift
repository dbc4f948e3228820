import Seam
import TestKit
import Testing

/// Decorators, hooks and disposers of one registration keep their order in any mixture.
struct AdditionOrderTests {
    /// The additions to a registration.
    enum Addition: CaseIterable {
        case decorator
        case hook
        case disposer
    }

    private final class Label: Sendable {
        let text: String
        init(_ text: String) { self.text = text }
    }

    /// A record of all additions that ran for an instance, in their order.
    private func deeds<Service: Sendable>(
        _ additions: [Addition],
        _ make: @escaping @Sendable () -> Service
    ) async throws -> [String] {
        let deeds = Journal<String>()
        let container = Container()
        let registration = container.register(Service.self) { make() }.scope(.singleton)
        for (number, addition) in additions.enumerated() {
            switch addition {
            case .decorator:
                registration.decorate { service, _ in
                    deeds.note("decorator \(number)")
                    return service
                }
            case .hook: registration.onCreate { _, _ in deeds.note("hook \(number)") }
            case .disposer: registration.onDispose { _ in deeds.note("disposer \(number)") }
            }
        }
        _ = container.resolve(Service.self)
        try await container.shutdown()
        return deeds.entries
    }

    private func expected(_ additions: [Addition]) -> [String] {
        Addition.allCases.flatMap { kind in
            additions.enumerated().filter { $0.element == kind }.map { "\(kind) \($0.offset)" }
        }
    }

    /// All sequences of three additions.
    private static let triples = Addition.allCases.flatMap { first in
        Addition.allCases.flatMap { second in Addition.allCases.map { [first, second, $0] } }
    }

    @Test(arguments: triples)
    func additionsOfEachKindKeepTheirOrder(additions: [Addition]) async throws {
        #expect(try await deeds(additions) { Label("label") } == expected(additions))
    }

    @Test(arguments: 0..<10)
    func manyAdditionsOfEachKindKeepTheirOrder(seed: UInt64) async throws {
        var generator = SeededGenerator(seed: seed)
        let additions = (0..<40).map { _ in Addition.allCases.randomElement(using: &generator) ?? .hook }
        #expect(try await deeds(additions) { 1 } == expected(additions))
        #expect(try await deeds(additions) { "text" } == expected(additions))
        #expect(try await deeds(additions) { (any Sendable).self } == expected(additions))
    }

    @Test func everyAdditionReceivesTheInstanceAsTheDecoratorsLeftIt() async throws {
        let seen = Journal<String>()
        let container = Container()
        container.register { Label("label") }
            .onDispose { seen.note("disposed \($0.text)") }
            .decorate { label, _ in Label("inner(\(label.text))") }
            .onCreate { label, _ in seen.note("created \(label.text)") }
            .decorate { label, _ in Label("outer(\(label.text))") }
            .scope(.singleton)
        #expect(container.resolve(Label.self).text == "outer(inner(label))")
        try await container.shutdown()
        #expect(seen.entries == ["created outer(inner(label))", "disposed outer(inner(label))"])
    }

    @Test func existentialReachesEveryAdditionUnchanged() async throws {
        let seen = Journal<String>()
        let container = Container()
        container.register((any Fixtures.Service).self) { Fixtures.Live() }
            .onCreate { service, _ in seen.note(service.label) }
            .decorate { service, _ in Fixtures.Wrapper(service) }
            .onDispose { service in seen.note(service.label) }
            .scope(.singleton)
        _ = container.resolve((any Fixtures.Service).self)
        try await container.shutdown()
        #expect(seen.entries == ["wrapped(live)", "wrapped(live)"])
    }

    @Test func additionsWithArgumentsKeepTheirOrder() async throws {
        let seen = Journal<String>()
        let container = Container()
        container.register { (_: Resolver, text: String) in Label(text) }
            .onCreate { label, _ in seen.note("first \(label.text)") }
            .decorate { label, _ in Label(label.text + "!") }
            .onCreate { label, _ in seen.note("second \(label.text)") }
        _ = container.resolve(Label.self, arguments: "a")
        _ = container.resolve(Label.self, arguments: "b")
        #expect(seen.entries == ["first a!", "second a!", "first b!", "second b!"])
    }

    @Test func copyHasTheSameAdditionsAndItsOwnLaterOnes() {
        let seen = Journal<String>()
        let container = Container()
        let registration = container.register { Label("label") }
            .onCreate { _, _ in seen.note("first") }
            .decorate { label, _ in Label("copied(\(label.text))") }
        let copy = Container(copying: container)
        registration.onCreate { _, _ in seen.note("second") }.decorate { label, _ in Label("late(\(label.text))") }
        #expect(copy.resolve(Label.self).text == "copied(label)")
        #expect(seen.entries == ["first"])
        #expect(container.resolve(Label.self).text == "late(copied(label))")
        #expect(seen.entries == ["first", "first", "second"])
    }

    @Test func additionsAreReleasedWithTheirRegistration() {
        let living = Counter()
        let container = Container()
        do {
            let counted = CountedObject(living)
            container.register { 1 }
                .decorate { number, _ in counted.isIntact ? number : 0 }
                .onCreate { _, _ in _ = counted.isIntact }
                .onDispose { _ in _ = counted.isIntact }
        }
        #expect(container.resolve(Int.self) == 1)
        #expect(living.count == 1)
        container.unregister(Int.self)
        #expect(living.count == 0)
    }
}
