#if os(Linux)
extension WrongProgram {
    /// Programs of targets that belong to the main actor, whose messages are in the second table of the guide.
    static let ofMainActor = [
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
