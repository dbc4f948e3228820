#if os(Linux)
import Foundation
import Testing

/// The compiler's messages for wrong programs.
///
/// Some are Seam's, on forms that are unavailable, or Swift's that name the mistake. The others are explained in tables
/// of `Documentation/CompilerMessages.md`, which list these messages and no others.
struct CompilerMessageTests {
    private static let modules = Task { try ModuleSet() }

    struct WrongProgram: Sendable, CustomTestStringConvertible {
        let code: String
        let message: String
        var declarations = ""
        var languageMode = "6"

        var testDescription: String { code.isEmpty ? declarations : code }
    }

    @Test(arguments: clear + unclear)
    func firstMessageIsTheExpectedOne(_ program: WrongProgram) async throws {
        let modules = try await Self.modules.value
        let outcome = try await modules.typecheck(
            """
            import Observation
            import Seam
            protocol Log: Sendable {}
            struct FileLog: Log {}
            struct LoudLog: Log { let log: any Log }
            struct Counter: Sendable { let count: Int }
            struct Order: Sendable {}
            func load() async -> Int { 1 }
            func open() async -> Counter { Counter(count: 1) }
            func make(count: Int) -> Counter { Counter(count: count) }
            extension Container { var counter: Factory<Counter, Int> { self { count in Counter(count: count) } } }
            \(program.declarations)
            func program(container: Container, services: Resolver) async throws { \(program.code) }
            """
        )
        // The errors in the code that a macro makes come before those in the program.
        let errors = outcome.output.split(separator: "\n")
            .filter { $0.contains(" error: ") && !$0.contains("__swiftmacro_") }
        #expect(!outcome.succeeded)
        #expect(errors.first?.contains(program.message) == true, "\(outcome.output)")
        // A compiler that crashes prints no error in its usual style.
        #expect(!outcome.output.contains("Stack dump"))
    }

    @Test(arguments: ofMainActor)
    func firstMessageOnTheMainActorIsTheExpectedOne(_ program: WrongProgram) async throws {
        let modules = try await Self.modules.value
        let outcome = try await modules.typecheck(
            """
            import Seam
            nonisolated protocol Titled { var title: String { get } }
            struct Heading: Titled { var title: String { "heading" } }
            struct Filter: Hashable { let text: String }
            enum Mode { case live }
            protocol Store {}
            nonisolated struct Disk: Sendable {}
            nonisolated extension Container { var disk: Factory<Disk> { self { Disk() } } }
            final class Basket { init(store: any Store) {} }
            final class Empty { var items: [String] = []; init() {}; func save() {} }
            final class Memory: Store {}
            extension Container { @MainActor var basket: Factory<Empty> { onMainActor { Empty() } } }
            extension ServiceName { static let guest: Self = "guest" }
            let host = "example.org"
            func registerBaskets(in container: Container) {}
            nonisolated func trait(_ override: @escaping @Sendable (Container) throws -> Void) {}
            \(program.declarations)
            func program(container: Container) { \(program.code) }
            """,
            isolation: "MainActor",
            languageMode: program.languageMode
        )
        let errors = outcome.output.split(separator: "\n").filter { $0.contains(" error: ") }
        #expect(errors.first?.contains(program.message) == true, "\(outcome.output)")
    }

    @Test(
        arguments: [
            ("| message | the mistake |", unclear),
            ("| message | write |", ofMainActor),
        ]
    )
    func tableOfTheGuideListsTheMessages(heading: String, programs: [WrongProgram]) throws {
        let rows = try MarkdownFile(path: "Documentation/CompilerMessages.md").rows(ofTable: heading)
        #expect(rows.map(\.first) == programs.map { "`\($0.message)`" })
    }

    @Test(arguments: ["Documentation/Registration.md", "Documentation/MainActor.md", "README.md"])
    func guideLeadsToTheTables(page: String) throws {
        let links = try MarkdownFile(path: page).relativeLinks
        #expect(links.contains { $0.path.hasSuffix("CompilerMessages.md") })
    }

    private static let notAType = "the first argument is a type, such as 'Cart.self'; a name needs 'name:'"
    private static let untyped = "the service has no type: write "
    private static let lacking = "the declared service has arguments, which are passed here"

    private static let clear = [
        WrongProgram(code: "let x = container.resolve(Counter.slef)", message: "has no member 'slef'"),
        WrongProgram(code: "let x = container.resolve(Countre.self)", message: "cannot find 'Countre' in scope"),
        WrongProgram(code: "let x = container.resolve(5)", message: notAType),
        WrongProgram(code: "let x = resolve(5)", message: notAType),
        WrongProgram(code: "let x = try container.tryResolve(5)", message: notAType),
        WrongProgram(code: "let x = try await container.resolveAsync(5)", message: notAType),
        WrongProgram(
            code: "withOverrides { $0.register { Counter(count: 1) } }",
            message: "the second closure is missing: write 'withOverrides { … } operation: { … }'"
        ),
        WrongProgram(
            code: "try await withOverrides { $0.register { Counter(count: 1) } }",
            message: "the second closure is missing"
        ),
        WrongProgram(code: "try await withContainer(container)", message: "the closure is missing"),
        WrongProgram(
            code: "let x: Int = container.resolve(Counter.self)",
            message: "cannot convert value of type 'Counter' to specified type 'Int'"
        ),
        WrongProgram(
            code: "withContainer(container)",
            message: "the closure is missing: write 'withContainer(container) { … }'"
        ),
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
        WrongProgram(
            code: "container.register { FileLog() }.onDispose { log, services in print(log) }",
            message: "the closure of 'onDispose' takes the instance and nothing else"
        ),
        WrongProgram(
            code: "_ = container.counter.onDispose { counter, services in print(counter) }",
            message: "the closure of 'onDispose' takes the instance and nothing else"
        ),
        WrongProgram(
            code: "let counter: Factory<Counter> = container { services in Counter(count: services.resolve()) }",
            message: "a declaration has no resolver: it asks its container, as in 'self.network()'"
        ),
        WrongProgram(
            code: "let counter: Factory<Counter, Int> = container { services, count in Counter(count: count) }",
            message: "a declaration has no resolver"
        ),
        WrongProgram(
            code: "let counter: Factory<Counter> = container.onMainActor { services in services.resolve() }",
            message: "a declaration has no resolver"
        ),
        WrongProgram(code: "_ = container.counter()", message: lacking),
        WrongProgram(code: "_ = container.counter.resolve()", message: lacking),
        WrongProgram(code: "_ = try container.counter.tryResolve()", message: lacking),
        WrongProgram(code: "_ = try await container.counter.resolveAsync()", message: lacking),
        WrongProgram(
            code: "container.register { (services: Resolver) in Counter(count: services.reslve()) }",
            message: "value of type 'Resolver' has no member 'reslve'"
        ),
        WrongProgram(
            code: "container.register { FileLog() }.decorate { log, _ in LoudLog(logger: log) }",
            message: "incorrect argument label in call (have 'logger:', expected 'log:')"
        ),
        WrongProgram(
            code: "container.registerAsync(autowiring: Counter.init(count:))",
            message: "an async factory asks for what it needs"
        ),
        WrongProgram(
            code: "container.registerAsync(Counter.self, name: \"a\", autowiring: Counter.init).scope(.singleton)",
            message: "an async factory asks for what it needs"
        ),
        WrongProgram(
            code: "container.registerAsync(autowiring: open)",
            message: "an async factory asks for what it needs"
        ),
        WrongProgram(
            code: "var screen = Screen(); screen.counter = Counter(count: 1)",
            message: "cannot assign to property: 'counter' is a get-only property",
            declarations: "struct Screen { @DynamicInject var counter: Counter }"
        ),
        WrongProgram(
            code: "var screen = Screen(); screen.counters = []",
            message: "cannot assign to property: 'counters' is a get-only property",
            declarations: "struct Screen { @InjectAll var counters: [Counter] }"
        ),
        WrongProgram(
            code: "let shared: any Sendable = Inject<Book>(in: container)",
            message: "type 'Book' does not conform to the 'Sendable' protocol",
            declarations: "final class Book {}"
        ),
        WrongProgram(
            code: "_ = container.payments()",
            message: "value of type 'Container' has no member 'payments'"
        ),
    ]

    private static let unclear = [
        WrongProgram(
            code: "container.register { await open() }",
            message: "type '() async -> Counter' does not conform to the 'Sendable' protocol"
        ),
        WrongProgram(
            code: "_ = container { await load() }",
            message:
                "cannot pass function of type '@Sendable () async -> Int' to parameter expecting synchronous function type"
        ),
        WrongProgram(
            code: "container.register { Counter(count: 1) }.onCreate { _, _ in _ = await load() }",
            message: """
                cannot pass function of type '@Sendable (Counter, Resolver) async -> ()' to parameter expecting \
                synchronous function type
                """
        ),
        WrongProgram(
            code: "container.register { (count: Int) in Counter(count: count) }",
            message: "type '(Int) -> Counter' does not conform to the 'Sendable' protocol"
        ),
        WrongProgram(
            code: "container.register { services in Shelf(container: services) }",
            message: "type '(Container) -> Shelf' does not conform to the 'Sendable' protocol",
            declarations: "struct Shelf { let container: Container }"
        ),
        WrongProgram(
            code: "container.register { (_: Resolver, _: Order) in Counter(count: 1) }.scope(.cached)",
            message: "type '(Resolver, Order) -> Counter' does not conform to the 'Sendable' protocol"
        ),
        WrongProgram(code: "container.register(make)", message: "missing argument for parameter 'value' in call"),
        WrongProgram(
            code: "container.register(any Log.self) { FileLog() }",
            message: "'self' is not a member type of protocol 'Program.Log'"
        ),
        WrongProgram(
            code: "_ = container.counter(1, 2)",
            message: "pack expansion requires that 'Int' and 'Int, Int' have the same shape"
        ),
        WrongProgram(
            code: "container.order { Order() }",
            message: "pack expansion requires that '' and '() -> Order' have the same shape",
            declarations: "extension Container { var order: Factory<Order> { self { Order() } } }"
        ),
        WrongProgram(
            code: "container.counter { count in Counter(count: count) }",
            message: "trailing closure passed to parameter of type 'Int' that does not accept a closure"
        ),
        WrongProgram(
            code: "container { $0.counter.register { count in Counter(count: count) } }",
            message: "cannot infer type of closure parameter '$0' without a type annotation"
        ),
        WrongProgram(
            code: "",
            message: """
                contextual closure type '@isolated(any) @Sendable () async throws -> Counter' expects 0 arguments, but 1 \
                was used in closure body
                """,
            declarations: """
                extension Container { var late: Factory<Counter, Int> { async { count in Counter(count: count) } } }
                """
        ),
        WrongProgram(
            code: "try await withContainer(container) { let late: Counter = try Container.current.resolveAsync() }",
            message: "'async' call in a function that does not support concurrency"
        ),
        WrongProgram(
            code: "",
            message: "property wrapper cannot be applied to a computed property",
            declarations: "@Observable final class Model { @Inject var counter: Counter }"
        ),
        WrongProgram(
            code: "container.register { services in Counter(count: services.reslve()) }",
            message: "cannot infer type of closure parameter 'services' without a type annotation"
        ),
        WrongProgram(
            code: "container.register { FileLog() }.onCreate { log in print(log) }",
            message: """
                contextual closure type '@Sendable (FileLog, Resolver) throws -> Void' expects 2 arguments, but 1 was used \
                in closure body
                """
        ),
        WrongProgram(
            code: "let order: Order = container.order",
            message: "cannot convert value of type 'Factory<Order>' to specified type 'Order'",
            declarations: "extension Container { var order: Factory<Order> { self { Order() } } }"
        ),
        WrongProgram(
            code: "container.order.register(Order())",
            message: "cannot convert value of type 'Order' to expected argument type '@Sendable () throws -> Order'",
            declarations: "extension Container { var order: Factory<Order> { self { Order() } } }"
        ),
        WrongProgram(
            code: "",
            message: """
                cannot convert value of type 'KeyPath<Container, Factory<Counter, Int>>' to expected argument type \
                'KeyPath<Container, Factory<Counter>>'
                """,
            declarations: "struct Model { @Inject(\\.counter) var counter }"
        ),
        WrongProgram(
            code: "",
            message: "stored property '_log' of 'Sendable'-conforming class 'Model' is mutable",
            declarations: "final class Model: Sendable { @LazyInject var log: any Log }"
        ),
        WrongProgram(
            code: "let spy = Spy(); container.register { spy as any Sender }; spy.sent += 1",
            message: "capture of 'spy' with non-Sendable type 'Spy' in a '@Sendable' closure",
            declarations: "protocol Sender {}; final class Spy: Sender { var sent = 0 }"
        ),
        WrongProgram(
            code: "",
            message: "capture of 'self' with non-Sendable type 'SpyTests' in a '@Sendable' closure",
            declarations: """
                final class Spy {}
                final class SpyTests { let spy = Spy(); func test() { Container.current.register { self.spy } } }
                """
        ),
    ]

    private static let ofMainActor = [
        WrongProgram(
            code: "container.register { services in Basket(store: services.resolve()) }",
            message: "call to main actor-isolated initializer 'init(store:)' in a synchronous nonisolated context"
        ),
        WrongProgram(
            code: "nonisolated final class Model { @LazyInject(\\.disk) var disk }",
            message: """
                call to main actor-isolated initializer 'init(_:in:fileID:line:)' in a synchronous nonisolated context
                """,
            languageMode: "5"
        ),
        WrongProgram(
            code: "nonisolated struct Model { @Inject var disk: Disk }",
            message: "'nonisolated' cannot be applied to mutable stored properties"
        ),
        WrongProgram(
            code: "container.register(autowiring: Basket.init)",
            message: """
                converting function value of type '@MainActor @Sendable (any Store) -> Basket' to \
                '@Sendable (any Store) throws -> Basket' loses global actor 'MainActor'
                """
        ),
        WrongProgram(
            code: "container.register { Heading() as any Titled }",
            message: "main actor-isolated conformance of 'Heading' to 'Titled' cannot be used in nonisolated context"
        ),
        WrongProgram(
            code: """
                nonisolated func register(in container: Container) {
                    container.registerOnMainActor { (_: Resolver, filter: Filter) in Empty() }.scope(.cached)
                }
                """,
            message: "main actor-isolated conformance of 'Filter' to 'Hashable' cannot be used in nonisolated context"
        ),
        WrongProgram(
            code: """
                nonisolated struct Modes: Module {
                    func register(in container: Container) { if mode == .live { container.register { 1 } } }
                    let mode: Mode
                }
                """,
            message: "main actor-isolated conformance of 'Mode' to 'Equatable' cannot be used in nonisolated context"
        ),
        WrongProgram(
            code: "trait { $0.basket.registerOnMainActor { Empty() } }",
            message: "main actor-isolated property 'basket' can not be referenced from a Sendable closure"
        ),
        WrongProgram(
            code: "container.registerOnMainActor { Empty() }.onCreate { empty, _ in empty.save() }",
            message: "call to main actor-isolated instance method 'save()' in a synchronous nonisolated context"
        ),
        WrongProgram(
            code: "container.registerOnMainActor { Empty() }.onCreate { empty, _ in empty.items = [] }",
            message: "main actor-isolated property 'items' can not be mutated from a Sendable closure"
        ),
        WrongProgram(
            code: "nonisolated final class Screen { @LazyInject(name: .guest) var disk: Disk }",
            message: "main actor-isolated default value in a nonisolated context"
        ),
        WrongProgram(
            code: "trait { $0.registerOnMainActor(name: .guest) { Empty() } }",
            message: "main actor-isolated static property 'guest' can not be referenced from a Sendable closure"
        ),
        WrongProgram(
            code: """
                nonisolated struct Guests: Module {
                    func register(in container: Container) {
                        container.registerOnMainActor(name: .guest) { Empty() }
                    }
                }
                """,
            message: "main actor-isolated static property 'guest' can not be referenced from a nonisolated context"
        ),
        WrongProgram(
            code: "_ = Shop()",
            message: """
                conformance of 'Shop' to protocol 'Module' crosses into main actor-isolated code and can cause data races
                """,
            declarations: "struct Shop {}; extension Shop: Module { func register(in container: Container) {} }"
        ),
        WrongProgram(
            code: """
                nonisolated struct Baskets: Module {
                    func register(in container: Container) { registerBaskets(in: container) }
                }
                """,
            message: """
                call to main actor-isolated global function 'registerBaskets(in:)' in a synchronous nonisolated context
                """
        ),
        WrongProgram(
            code: """
                nonisolated struct Baskets: Module {
                    func register(in container: Container) { container.register(String.self, value: host) }
                }
                """,
            message: "main actor-isolated let 'host' can not be referenced from a nonisolated context"
        ),
        WrongProgram(
            code: "container.registerAsync { Basket(store: Memory()) }",
            message: "main actor-isolated initializer 'init(store:)' cannot be called from outside of the actor"
        ),
        WrongProgram(
            code: "container.registerOnMainActor { Empty() }.onDispose { empty in empty.save() }",
            message: "main actor-isolated instance method 'save()' cannot be called from outside of the actor"
        ),
    ]
}
#endif
