#if os(Linux)
import Testing

/// The command of the guide for programs that use Resolver.
extension MigrationCommandTests {
    @Test func commandForResolverChangesNoLongerNames() async throws {
        let text = """
            mockResolver.register { Cart() }
            mockResolver.optional(Cart.self)
            let cart: Cart = testResolver.resolve()
            """
        try await checkCommand("FromResolver", makes: text, of: text)
        try await checkCommand(
            "FromResolver",
            makes: "Container.registerMocks(in: .current); Container.registerServices(in: .main)",
            of: "Resolver.registerMocks(); Resolver.registerAllServices()"
        )
    }

    @Test func commandForResolverKnowsTheFormsOfFactories() async throws {
        let text = """
            @MainActor public extension Resolver {
                @MainActor public static func registerMore() {
                    registerCells()
                    register { Cart(log: $0.resolve()) }
                    register {Cart(log: resolve())}
                    register{ Cart(log: Resolver.resolve()) }
                    main.register { Cart(log: resolve()) }
                    register { Cart() }.scope(application)
                }
            }
            let page: Page = Resolver.resolve(args: ["title": title, "size": 2])
            let user: User = Resolver.resolve(name: .guest, args: id)
            Resolver.register{ Cart() }
            """
        let changed = """
            @MainActor public extension Container {
                public static func registerMore(in container: Container) {
                    registerCells(in: container)
                    container.register { Cart(log: $0.resolve()) }
                    container.register { services in Cart(log: services.resolve())}
                    container.register{ services in Cart(log: services.resolve()) }
                    container.register { services in Cart(log: services.resolve()) }
                    container.register { Cart() }.scope(.singleton)
                }
            }
            let page: Page = resolve(args: ["title": title, "size": 2])
            let user: User = resolve(name: .guest, arguments: id)
            Container.main.register{ Cart() }
            """
        try await checkCommand("FromResolver", makes: changed, of: text)
    }

    /// `services` is written only where it is a parameter of the factory.
    @Test func commandForResolverKnowsFactoriesThatNameTheirParameters() async throws {
        let text = """
            extension Resolver {
                static func registerMore() {
                    register { _ in Cart(log: resolve()) }
                    register { (_, args) in Row(id: args.get(), log: resolve()) }
                    register { r, args in Row(id: args(), log: resolve()) }
                    register(Log.self) { () -> Log in FileLog(disk: Resolver.resolve()) }
                    self.register { [cart] in Page(cart: cart, log: optional()) }
                    register { Page(log: resolve()) { _ in } }
                    Self.register { Cart() }
                }
            }
            """
        let changed = """
            extension Container {
                static func registerMore(in container: Container) {
                    container.register { services in Cart(log: services.resolve()) }
                    container.register { services, args in Row(id: args, log: services.resolve()) }
                    container.register { r, args in Row(id: args, log: Container.current.resolve()) }
                    container.register(Log.self) { () -> Log in FileLog(disk: Container.current.resolve()) }
                    container.register { [cart] in Page(cart: cart, log: Container.current.optional()) }
                    container.register { Page(log: Container.current.resolve()) { _ in } }
                    container.register { Cart() }
                }
            }
            """
        try await checkCommand("FromResolver", makes: changed, of: text)
    }

    @Test func commandForResolverLeavesFunctionsOfTheProgram() async throws {
        let text = """
            final class Screen: UIViewController {
                override func viewDidLoad() {
                    registerCells()
                    register()
                    main.register(Row.self)
                }
                static func registerCells() {}
            }
            extension Resolver.Screen {
                static func registerCells() {}
            }
            """
        try await checkCommand("FromResolver", makes: text, of: text)
    }

    /// A registration in another container than the main one must not get there, where the app would find it.
    @Test func commandForResolverKeepsMocksOutOfTheApp() async throws {
        let text = """
            extension Resolver {
                static let mock = Resolver(child: .main)
                static func registerMore() {
                    mock.register { MockNetworking() as Networking }
                    test.register { MockNetworking() as Networking }
                }
            }
            Resolver.mock.register { MockNetworking() as Networking }
            let cart: Cart = Resolver.test.resolve()
            """
        let changed = """
            extension Container {
                static let mock = Container(parent: .main, defaultScope: .graph)
                static func registerMore(in container: Container) {
                    mock.register { MockNetworking() as Networking }
                    test.register { MockNetworking() as Networking }
                }
            }
            Resolver.mock.register { MockNetworking() as Networking }
            let cart: Cart = Container.current.resolve()
            """
        try await checkCommand("FromResolver", makes: changed, of: text)
    }

    @Test func commandForTestsRegistersMocksInTheContainerOfTheTest() throws {
        try checkCommand(
            "FromResolver",
            containing: "mock",
            in: "Tests",
            makes: "Container.current.register { self.spy }; Container.current.register{ Cart() }; mock.register { }",
            of: "Resolver.mock.register { self.spy }; Resolver.test.register{ Cart() }; mock.register { }"
        )
    }

    @Test func commandForResolverKnowsTheFormsOfScopesAndWrappers() async throws {
        let text = """
            extension Resolver {
                static func registerMore() {
                    defaultScope = .application
                    Resolver.defaultScope = ResolverScope.cached
                }
            }
            Resolver.defaultScope = Resolver.application
                @Injected
                var cart: Cart
                @LazyInjected
                var log: Log
                @InjectedObject var model: Model
            """
        let changed = """
            extension Container {
                static func registerMore(in container: Container) {
                    container.defaultScope = .singleton
                    container.defaultScope = .cached
                }
            }
            Container.main.defaultScope = .singleton
                @Inject
                var cart: Cart
                @LazyInject
                var log: Log
                @InjectObject var model: Model
            """
        try await checkCommand("FromResolver", makes: changed, of: text)
    }

    @Test func commandForResolverLeavesArgumentsOfOtherCalls() async throws {
        let text = """
                Row(args: args.get(), size: 2)
                resolve(Row.self, name: .name(of: id), args: Row(args: id))
                init(args: RowArguments) {
                Resolver.optional(args: id)
            """
        let changed = """
                Row(args: args.get(), size: 2)
                resolve(Row.self, name: .name(of: id), arguments: Row(args: id))
                init(args: RowArguments) {
                Container.current.optional(arguments: id)
            """
        try await checkCommand("FromResolver", makes: changed, of: text)
    }

    @Test func commandForResolverAsksTheCurrentContainerInClosuresOfSeveralLines() async throws {
        let text = """
            private extension Resolver {
                static func registerMocks() {
                    defaultScope = .application
                    mock.register { MockNetworking() as Networking }
                    Resolver.mock.register {
                        Cart(log: resolve(), network: optional())
                    }
                }
                static func resolve(id: Int) -> Cart {
                }
            }
            struct Page {
                let cart: Cart = resolve()
            }
            """
        let changed = """
            private extension Container {
                static func registerMocks(in container: Container) {
                    container.defaultScope = .singleton
                    mock.register { MockNetworking() as Networking }
                    Resolver.mock.register {
                        Cart(log: Container.current.resolve(), network: Container.current.optional())
                    }
                }
                static func resolve(id: Int) -> Cart {
                }
            }
            struct Page {
                let cart: Cart = resolve()
            }
            """
        try await checkCommand("FromResolver", makes: changed, of: text)
    }

    @Test func commandForResolverDeletesConformances() async throws {
        let text = """
            final class Home: UIViewController, Resolving, Titled {
            final class Detail: Resolving, Titled {
            struct Row: Resolving {
            extension Row: Resolving {}
            func show<T: Resolving>(_ page: T, resolvings: [any Resolving])
            func show(resolver: Resolving, id: Int) {
            var resolver: Resolving {
            """
        let changed = """
            final class Home: UIViewController, Titled {
            final class Detail: Titled {
            struct Row {
            extension Row {}
            func show<T: Resolving>(_ page: T, resolvings: [any Resolving])
            func show(resolver: Resolving, id: Int) {
            var resolver: Resolving {
            """
        try await checkCommand("FromResolver", makes: changed, of: text)
    }
}
#endif
