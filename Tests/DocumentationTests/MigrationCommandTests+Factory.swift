#if os(Linux)
import Testing

/// The command of the guide for programs that use Factory.
extension MigrationCommandTests {
    @Test func commandForFactoryRegistersAtFirstUse() async throws {
        let text = """
            extension Shop: AutoRegistering {
            extension Container: AutoRegistering {
                public func autoRegister() {
                    network.register { HTTPClient() }
                    self.cart.onTest { Cart(self.log(), self.store.resolve()) }.cached
                }
            }
            extension Container {
                var cart: Factory<Cart> { self { Cart(self.store()) } }
            }
            """
        let changed = """
            extension Shop: AutoRegistering {
            extension Container: @retroactive AutoRegistering {
                public static func registerServices(in container: Container) { container.autoRegister() }
                func autoRegister() {
                    network.register { HTTPClient() }
                    self.cart.cached.register(when: .testing) { Cart(Container.current.log(), Container.current.store.resolve()) }
                }
            }
            extension Container {
                var cart: Factory<Cart> { self { Cart(self.store()) } }
            }
            """
        try await checkCommand("FromFactory", makes: changed, of: text)
    }

    @Test func commandForFactoryKnowsPropertiesOfTheMainActor() async throws {
        let text = """
            @MainActor var model: Factory<Model> { self { Model() } }
            @MainActor public var user: ParameterFactory<Int, User> {
                Factory(self) { id in User(id: id) }
            }
            @MainActor var cart: Factory<Cart> {
                .init(self) { Cart() }
            }
            @MainActor var later: Factory<Cart> {
                promised()
            }
            var network: Factory<Networking> {
                self { HTTPClient() }
            }
            var log: Factory<Log> { .init(self) { FileLog() }.context(.preview) { NoLog() } }
            """
        let changed = """
            @MainActor var model: Factory<Model> { onMainActor { Model() } }
            @MainActor public var user: Factory<User, Int> {
                onMainActor { id in User(id: id) }
            }
            @MainActor var cart: Factory<Cart> {
                onMainActor { Cart() }
            }
            @MainActor var later: Factory<Cart> {
                promised()
            }
            var network: Factory<Networking> {
                self { HTTPClient() }
            }
            var log: Factory<Log> { self { FileLog() }.when(.preview) { NoLog() } }
            """
        try await checkCommand("FromFactory", makes: changed, of: text)
    }

    @Test func commandForFactoryKnowsTheActorOfAnExtension() async throws {
        let text = """
            @MainActor
            public extension ShopContainer {
                var model: Factory<Model> { self { Model() } }
            }
            @MainActor extension Container {
                var cart: Factory<Cart> {
                    .init(self) {
                        Cart { [weak self] in if let self { show() } }
                    }
                }
                nonisolated var log: Factory<Log> { self { FileLog() } }
            }
            @MainActor extension CartContainerView {
                func load() { if let self { show() } }
            }
            @MainActor
            extension Container: AutoRegistering {
                func autoRegister() { self.log() }
            }
            extension Container {
                @MainActor
                var model: Factory<Model> { self { Model() } }
                var log: Factory<Log> { self { FileLog() } }
            }
            @MainActor
            final class Screen {
                @MainActor
                func show() { self { Model() } }
            }
            """
        let changed = """
            @MainActor public extension ShopContainer {
                var model: Factory<Model> { onMainActor { Model() } }
            }
            @MainActor extension Container {
                var cart: Factory<Cart> {
                    onMainActor {
                        Cart { [weak self] in if let self { show() } }
                    }
                }
                nonisolated var log: Factory<Log> { self { FileLog() } }
            }
            @MainActor extension CartContainerView {
                func load() { if let self { show() } }
            }
            @MainActor extension Container: @retroactive AutoRegistering {
                public static func registerServices(in container: Container) { container.autoRegister() }
                func autoRegister() { Container.current.log() }
            }
            extension Container {
                @MainActor var model: Factory<Model> { onMainActor { Model() } }
                var log: Factory<Log> { self { FileLog() } }
            }
            @MainActor
            final class Screen {
                @MainActor
                func show() { self { Model() } }
            }
            """
        try await checkCommand("FromFactory", makes: changed, of: text)
    }

    @Test func commandForFactoryKnowsOtherSpacesAndFunctionsAsParameters() async throws {
        let text = """
            var cart: Factory<Cart>{ Factory(self){ Cart() } }
            var user: ParameterFactory<Int, User>  { ParameterFactory(self)  { id in User(id: id) } }
            var page: ParameterFactory<() -> Void, Page> { self { Page(close: $0) } }
            var row: ParameterFactory<@MainActor () -> Void, Row> { self { Row(close: $0) } }
            """
        let changed = """
            var cart: Factory<Cart> { self { Cart() } }
            var user: Factory<User, Int> { self { id in User(id: id) } }
            var page: Factory<Page, () -> Void> { self { Page(close: $0) } }
            var row: Factory<Row, @MainActor () -> Void> { self { Row(close: $0) } }
            """
        try await checkCommand("FromFactory", makes: changed, of: text)
    }

    @Test func commandForFactoryChangesTheWrappersOfGroups() throws {
        try checkCommand(
            "FromFactory",
            containing: "perl",
            makes: "@LazyInject(\\.shopContainer.cart) var cart; @Inject(\\.cart) var other",
            of: "@LazyInject(\\ShopContainer.cart) var cart; @Inject(\\.cart) var other"
        )
    }

    @Test func commandForFactoryKnowsResets() async throws {
        let text = """
            Container.shared.reset(); Container.shared.reset(options: .all); Container.shared.manager.reset()
            cache.manager.reset(); cache.manager.removeAll(); ShopContainer.shared.reset()
            Container.shared.manager.reset(scope: .session); container.manager.reset(scope: .cached)
            Scope.singleton.reset()
            """
        let changed = """
            Container.current.removeAll(); Container.current.removeAll(); Container.current.removeAll()
            cache.manager.reset(); cache.manager.removeAll(); ShopContainer.shared.reset()
            Container.current.reset(.session); container.reset(.cached)
            Container.current.reset(.singleton)
            """
        try await checkCommand("FromFactory", makes: changed, of: text)
    }

    @Test func commandForFactoryKnowsClosuresOfTheMainActor() async throws {
        let text = """
            self { @MainActor in Model() }
            self { @MainActor id in Model(id: id) }
            self { @MainActor in
            """
        let changed = """
            onMainActor { Model() }
            onMainActor { id in Model(id: id) }
            onMainActor {
            """
        try await checkCommand("FromFactory", makes: changed, of: text)
    }

    @Test func commandForFactoryRegistersOnTheMainActor() async throws {
        let text = """
            container.model.register { @MainActor in Model() }
            container.user.register { @MainActor id in UserModel(id: id) }
            container.model.register {
                container.model.onTest { @MainActor in Model() }
                    .onPreview { @MainActor in
            @Test(.container { @MainActor in $0.model.register { @MainActor in Model() } })
            """
        let changed = """
            container.model.registerOnMainActor { Model() }
            container.user.registerOnMainActor { id in UserModel(id: id) }
            container.model.register {
                container.model.registerOnMainActor(when: .testing) { Model() }
                    .whenOnMainActor(.preview) {
            @Test(.containerOnMainActor { $0.model.registerOnMainActor { Model() } })
            """
        try await checkCommand("FromFactory", makes: changed, of: text)
    }

    @Test func commandForFactoryNamesRegister() async throws {
        let text = """
            Container.shared.network { MockNetworking() }
            Container.shared.user { id in UserModel(id: id) }; Container.shared.log {
            Container.shared.model { @MainActor in Model() }
            Container.shared.network.register { MockNetworking() }
            Container.shared.register { Cart() }
            Container.shared.decorator { print($0) }
            MyContainer.shared.network { MockNetworking() }
            let _ = Container.shared.network.onPreview { MockNetworking() }
            """
        let changed = """
            Container.current.network.register { MockNetworking() }
            Container.current.user.register { id in UserModel(id: id) }; Container.current.log.register {
            Container.current.model.registerOnMainActor { Model() }
            Container.current.network.register { MockNetworking() }
            Container.current.register { Cart() }
            Container.current.decorator { print($0) }
            MyContainer.shared.network { MockNetworking() }
            let _ = Container.current.network.register(when: .preview) { MockNetworking() }
            """
        try await checkCommand("FromFactory", makes: changed, of: text)
    }
}
#endif
