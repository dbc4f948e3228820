#if os(Linux)
import Foundation
import Testing

/// The compiler's messages for wrong programs.
///
/// The first ones are Seam's, on forms that are unavailable. The others are Swift's; `Documentation/Registration.md`
/// says what they mean.
struct CompilerMessageTests {
    private static let modules = Task { try ModuleSet() }

    struct WrongProgram: Sendable, CustomTestStringConvertible {
        let code: String
        let message: String

        var testDescription: String { code }
    }

    @Test(arguments: ofSeam + ofSwift)
    func messageNamesTheMistake(_ program: WrongProgram) async throws {
        let modules = try await Self.modules.value
        let outcome = try await modules.typecheck(
            """
            import Seam
            protocol Log: Sendable {}
            struct FileLog: Log {}
            struct LoudLog: Log { let log: any Log }
            struct Counter: Sendable { let count: Int }
            struct Order: Sendable {}
            func load() async -> Int { 1 }
            func make(count: Int) -> Counter { Counter(count: count) }
            extension Container { var counter: Factory<Counter, Int> { self { count in Counter(count: count) } } }
            func program(container: Container, services: Resolver) async throws { \(program.code) }
            """
        )
        let errors = outcome.output.split(separator: "\n").filter { $0.contains(" error: ") }
        #expect(!outcome.succeeded)
        #expect(errors.first?.contains(program.message) == true, "\(outcome.output)")
    }

    private static let untyped = "the service has no type: write "
    private static let lacking = "the declared service has arguments, which are passed here"

    private static let ofSeam = [
        WrongProgram(code: "let x = container.resolve()", message: untyped + "'let cart: Cart = services.resolve()'"),
        WrongProgram(code: "_ = services.resolve(name: \"a\")", message: untyped),
        WrongProgram(code: "let x = container.resolve(arguments: 1)", message: untyped),
        WrongProgram(code: "let x = resolve()", message: untyped + "'let cart: Cart = resolve()'"),
        WrongProgram(code: "final class C { let x = Seam.resolve() }", message: untyped),
        WrongProgram(code: "let x = resolve(arguments: 1)", message: untyped),
        WrongProgram(code: "let x = try container.tryResolve()", message: untyped + "'try services.tryResolve"),
        WrongProgram(code: "let x = try container.tryResolve(arguments: 1)", message: untyped),
        WrongProgram(code: "let x = try await container.resolveAsync()", message: untyped + "'try await services"),
        WrongProgram(code: "let x = try await container.resolveAsync(arguments: 1)", message: untyped),
        WrongProgram(
            code: "container.register { FileLog() }.decorate { log, _ in LoudLog(log: log) }",
            message: "a decorator returns the registered type: register the service as the type that the decorator"
        ),
        WrongProgram(
            code: "container.register { FileLog() }.decorateOnMainActor { log, _ in LoudLog(log: log) }",
            message: "a decorator returns the registered type"
        ),
        WrongProgram(
            code: "container.decorate((any Log).self) { _, _ in 5 }",
            message: "a decorator returns the type that it decorates"
        ),
        WrongProgram(
            code: "container.decorateOnMainActor((any Log).self) { _, _ in 5 }",
            message: "a decorator returns the type that it decorates"
        ),
        WrongProgram(
            code: "_ = container.counter.decorate { _, _ in 5 }",
            message: "a decorator returns the declared type"
        ),
        WrongProgram(
            code: "_ = container.counter.decorateOnMainActor { _, _ in 5 }",
            message: "a decorator returns the declared type"
        ),
        WrongProgram(
            code: "container.register { Counter(count: 1) }.implements((any Log).self) { $0 }",
            message: "the closure does not return the type of the alias"
        ),
        WrongProgram(code: "_ = container.counter()", message: lacking),
        WrongProgram(code: "_ = container.counter.resolve()", message: lacking),
        WrongProgram(code: "_ = try container.counter.tryResolve()", message: lacking),
        WrongProgram(code: "_ = try await container.counter.resolveAsync()", message: lacking),
    ]

    private static let ofSwift = [
        WrongProgram(
            code: "container.register { await load() }",
            message: "type '() async -> Int' does not conform to the 'Sendable' protocol"
        ),
        WrongProgram(
            code: "container.register { (count: Int) in Counter(count: count) }",
            message: "type '(Int) -> Counter' does not conform to the 'Sendable' protocol"
        ),
        WrongProgram(
            code: "container.register { (_: Resolver, _: Order) in Counter(count: 1) }.scope(.cached)",
            message: "type '(Resolver, Order) -> Counter' does not conform to the 'Sendable' protocol"
        ),
        WrongProgram(code: "container.register(make)", message: "missing argument for parameter 'value' in call"),
        WrongProgram(
            code: "_ = container.counter(1, 2)",
            message: "pack expansion requires that 'Int' and 'Int, Int' have the same shape"
        ),
        WrongProgram(
            code: "container.register { services in Counter(count: services.reslve()) }",
            message: "cannot infer type of closure parameter 'services' without a type annotation"
        ),
        WrongProgram(
            code: "container.register { (services: Resolver) in Counter(count: services.reslve()) }",
            message: "value of type 'Resolver' has no member 'reslve'"
        ),
        WrongProgram(
            code: "container.register { FileLog() }.decorate { log, _ in LoudLog(logger: log) }",
            message: "incorrect argument label in call (have 'logger:', expected 'log:')"
        ),
    ]
}
#endif
