#if os(Linux)
import Testing

/// The command of the guide for programs that use Swinject.
extension MigrationCommandTests {
    @Test func commandForSwinjectKnowsTheScopes() async throws {
        let text = """
            .inObjectScope(.container).inObjectScope(ObjectScope.weak).inObjectScope(.transient).inObjectScope(.graph)
            Container(parent: base, defaultObjectScope: .container)
            container.resetObjectScope(.container); container.resetObjectScope(ObjectScope.weak)
            let scope: ObjectScope = .container
            func screen(in scope: ObjectScope, objectScope: ObjectScope = .transient) -> [ObjectScope]
            extension ObjectScope { static let my_scope = ObjectScope(storageFactory: PermanentStorage.init) }
            self.container.objectScope.containers
            """
        let changed = """
            .scope(.singleton).scope(Scope.shared).scope(.unique).scope(.graph)
            Container(parent: base, defaultScope: .singleton)
            container.reset(.singleton); container.reset(Scope.shared)
            let scope: Scope = .singleton
            func screen(in scope: Scope, objectScope: Scope = .unique) -> [Scope]
            extension Scope { static let my_scope = Scope.cached("my_scope") }
            self.container.objectScope.containers
            """
        try await checkCommand("FromSwinject", makes: changed, of: text)
    }

    @Test func commandForSwinjectKnowsRequestsInsideRequests() async throws {
        let text = """
            r.resolve(User.self, argument: make(1, of: kind()))!
            User(id: 1, log: r.resolve(Log.self, arguments: r.resolve(Host.self)!, r.resolve(Port.self))!)
            let log = r.resolve(Log.self)
            r.resolve(Log.self) != nil && r.resolve(Net.self)! == net
            """
        let changed = """
            r.resolve(User.self, arguments: make(1, of: kind()))
            User(id: 1, log: r.resolve(Log.self, arguments: r.resolve(Host.self), r.optional(Port.self)))
            let log = r.optional(Log.self)
            r.optional(Log.self) != nil && r.resolve(Net.self) == net
            """
        try await checkCommand("FromSwinject", makes: changed, of: text)
    }

    @Test func commandForSwinjectKnowsRequestsOverSeveralLinesAndLabels() async throws {
        let text = """
            let user = r.resolve(
                User.self,
                argument: id(1)
            )!
            let log = r.resolve(
                Log.self
            )
            let cart = r.resolve(
                Cart.self, name: "b")!
            func show() { list.resolve(
            }
            extension ObjectScope {
                static let visit = ObjectScope(storageFactory: PermanentStorage.init)
                static let page = ObjectScope(storageFactory: PermanentStorage.init)
            }
            container.register(Cart.self, name: "a", factory: { r in Cart(log: r.resolve(Log.self)!) })
            container.register(Log.self, factory: { _ in Log() }).inObjectScope(.weak)
            container.register(Log.self, factory: { _ in
                Log()
            })
            r.resolve(
            """
        let changed = """
            let user = r.resolve(
                User.self,
                arguments: id(1)
            )
            let log = r.optional(
                Log.self
            )
            let cart = r.resolve(
                Cart.self, name: "b")
            func show() { list.optional(
            }
            extension Scope {
                static let visit = Scope.cached("visit")
                static let page = Scope.cached("page")
            }
            container.register(Cart.self, name: "a") { r in Cart(log: r.resolve(Log.self)) }
            container.register(Log.self) { _ in Log() }.scope(.shared)
            container.register(Log.self, factory: { _ in
                Log()
            })
            r.optional(
            """
        try await checkCommand("FromSwinject", makes: changed, of: text)
    }

    @Test func commandForSwinjectReadsLaterValuesAndHooks() async throws {
        let text = """
            lazy.instance.run(lazyCart!.instance, self.cartLazy?.instance, provider.instance)
            cartProvider.instance.run()
            LocationProvider.instance.run(Lazy.instance, provider.instances, lazy.instance())
            r.resolve(Provider<Dog>.self, argument: "Rex")
            r.resolve(Lazy<Dog>.self, name: "dog", arguments: "Rex", 1)!
            .initCompleted { (r, dog) in .initCompleted { r, cat in
            """
        let changed = """
            lazy.value.run(lazyCart!.value, self.cartLazy?.value, provider())
            cartProvider().run()
            LocationProvider.instance.run(Lazy.instance, provider.instances, lazy.instance())
            r.resolve(Provider<Dog>.self, arguments: "Rex")
            r.resolve(Lazy<Dog>.self, name: "dog", arguments: "Rex", 1)
            .onCreate { dog, r in .onCreate { cat, r in
            """
        try await checkCommand("FromSwinject", makes: changed, of: text)
    }

    @Test func commandForSwinjectKnowsAssembliesAndAutoregistration() async throws {
        let text = """
            public final class My_Assembly: Assembly {
            struct Shop : Assembly {
            import SwinjectAutoregistration
            func assemble(with r: Swinject.Resolver) -> Swinject.Container
            container.autoregister(Payments.self, name: "a", initializer: CardPayments.init)
            """
        let changed = """
            public struct My_Assembly: Module {
            struct Shop: Module {
            func assemble(with r: Seam.Resolver) -> Seam.Container
            container.register(Payments.self, name: "a", autowiring: CardPayments.init)
            """
        try await checkCommand("FromSwinject", makes: changed, of: text)
    }

    @Test func commandForSwinjectLeavesOtherFunctionsOfTheName() async throws {
        let text = """
            ($0 as? Resolvable)?.resolve(resolver)
            func resolve<S>(_ type: S.Type, argument: Int) -> S? {
            let user = resolver.resolve(type, name: name(of: id), argument: Row(argument: id))
            """
        let changed = """
            ($0 as? Resolvable)?.resolve(resolver)
            func resolve<S>(_ type: S.Type, argument: Int) -> S? {
            let user = resolver.optional(type, name: name(of: id), arguments: Row(argument: id))
            """
        try await checkCommand("FromSwinject", makes: changed, of: text)
    }

    @Test func commandForSwinjectMakesContainersOfAssemblers() async throws {
        let text = """
            var assembler: Assembler?
            let assemblies: [Assembly] = []
            let empty = Assembler()
            let keeping = Assembler([Shop(), Payments(cards: [1])], parent: nil, defaultObjectScope: .container)
            let long = Assembler([
                Shop(),
                Payments()
            ], parent: nil)
            long.apply(assembly: Shop())
            let other = Assembler(
                [Shop()],
                container: Container()
            )
            """
        let changed = """
            var assembler: Container?
            let assemblies: [any Module] = []
            let empty = Container(defaultScope: .graph)
            let keeping = Container(defaultScope: .singleton, modules: Shop(), Payments(cards: [1]))
            let long = Container(defaultScope: .graph, modules: Shop(),
                Payments()
            )
            long.install(Shop())
            let other = Assembler(
                [Shop()],
                container: Container(defaultScope: .graph)
            )
            """
        try await checkCommand("FromSwinject", makes: changed, of: text)
    }

    @Test func commandForSwinjectAsksTheContainerInsteadOfAnAssembler() async throws {
        let text = """
            let resolver = assembler.resolver
            Screen(resolver: assembler.resolver, log: assembler.resolver.resolve(Log.self)!)
            Assembler.sharedAssembler.resolver.resolve(Log.self)!
            AppAssembler.resolver.resolve(Log.self)!
            let cart = resolver ~> Cart.self
            assembler.resolvers
            """
        let changed = """
            let resolver = assembler
            Screen(resolver: assembler, log: assembler.resolve(Log.self))
            Assembler.sharedAssembler.resolve(Log.self)
            AppAssembler.resolver.resolve(Log.self)
            let cart = resolver.resolve(Cart.self)
            assembler.resolvers
            """
        try await checkCommand("FromSwinject", makes: changed, of: text)
    }
}
#endif
