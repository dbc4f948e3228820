#if os(Linux)
import Testing

/// A program that the compiler rejects, and its message.
struct WrongProgram: Sendable, CustomTestStringConvertible {
    let code: String
    let message: String
    var declarations = ""
    var languageMode = "6"

    var testDescription: String { code.isEmpty ? declarations : code }
}

extension WrongProgram {
    private static let notAType = "the first argument is a type, such as 'Cart.self'; a name needs 'name:'"
    private static let untyped = "the service has no type: write "
    private static let lacking = "the declared service has arguments, which are passed here"

    /// Programs whose message names the mistake.
    static let clear = [
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

    /// Programs whose message is explained in the first table of the guide.
    static let unclear = [
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
}
#endif
