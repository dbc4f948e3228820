#if os(Linux)
import Foundation
import Testing

/// The commands of the guides for programs that move to Seam.
struct MigrationCommandTests {
    private static let guides = MarkdownFile.all.filter { $0.path.hasPrefix("Documentation/Migrating/") }

    @Test func everyLibraryHasAGuide() {
        #expect(Self.guides.map(\.name) == ["FromFactory", "FromResolver", "FromSwinject"])
    }

    @Test(arguments: guides)
    func commandMakesTheSecondProgramOfTheFirst(_ guide: MarkdownFile) async throws {
        let blocks = try guide.swiftBlocks()
        let before = try #require(blocks.firstIndex { $0.directive == .never(reason: "before the command") })
        let script = try #require(guide.script)
        let result = try await run(script, on: blocks[before].code.joined(separator: "\n"))
        #expect(result == blocks[before + 1].code.joined(separator: "\n"))
    }

    @Test(arguments: guides)
    func commandChangesTheFilesThatImportTheLibrary(_ guide: MarkdownFile) async throws {
        let script = try #require(guide.script)
        let command = try #require(guide.commands.last { $0.contains(".sed") })
        try await check([command], script: script, of: guide.library, to: "Seam")
    }

    @Test func firstStepFromResolverChangesTheImports() async throws {
        let guide = try #require(Self.guides.first { $0.name == "FromResolver" })
        let command = try #require(guide.commands.first)
        try await check([command], script: "", of: "Resolver", to: "SeamResolver")
    }

    @Test func commandForResolverChangesNoLongerNames() async throws {
        let guide = try #require(Self.guides.first { $0.name == "FromResolver" })
        let text = """
            mockResolver.register { Cart() }
            mockResolver.optional(Cart.self)
            let cart: Cart = testResolver.resolve()
            """
        let script = try #require(guide.script)
        #expect(try await run(script, on: text) == text)
        #expect(try await run(script, on: "Resolver.registerMocks()") == "Container.registerMocks(in: .current)")
        #expect(try await run(script, on: "Resolver.registerAllServices()") == "Container.registerServices(in: .main)")
    }

    @Test func commandForResolverKnowsTheFormsOfFactories() async throws {
        let text = """
                register { Cart(log: $0.resolve()) }
                register {Cart(log: resolve())}
                main.register { Cart(log: resolve()) }
                register { Cart() }.scope(application)
            let page: Page = Resolver.resolve(args: ["title": title, "size": 2])
            let user: User = Resolver.resolve(name: .guest, args: id)
            """
        let changed = """
                container.register { Cart(log: $0.resolve()) }
                container.register { services in Cart(log: services.resolve())}
                container.register { services in Cart(log: services.resolve()) }
                container.register { Cart() }.scope(.singleton)
            let page: Page = resolve(args: ["title": title, "size": 2])
            let user: User = resolve(name: .guest, arguments: id)
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
                    container.register { MockNetworking() as Networking }
                    Container.current.register {
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

    /// An extension of one line ends on it, and a list that no line closes takes nothing of the file.
    @Test func commandsLeaveTheLinesBehindAnExtensionOrAList() async throws {
        let others = "\nfinal class Page {\n    init() { self.reload(resolve(3)) }\n}"
        let registering = "extension Container: @retroactive AutoRegistering { func autoRegister() {} }" + others
        try await checkCommand("FromFactory", makes: registering, of: registering)
        let (before, after) = ("extension Resolver {}" + others, "extension Container {}" + others)
        try await checkCommand("FromResolver", makes: after, of: before)
        let views = "extension ContainerView {" + others + "\n}"
        try await checkCommand("FromResolver", makes: views, of: views)
        let comment = "// the old Assembler([ list" + others
        try await checkCommand("FromSwinject", makes: comment, of: comment)
        let open = "let assembler = Assembler([Shop(" + others
        try await checkCommand("FromSwinject", makes: open, of: open)
    }

    @Test(arguments: [
        ("FromFactory", "self { Cart() }", "onMainActor { Cart() }"),
        ("FromFactory", "cart.register(when: .testing) {", "cart.registerOnMainActor(when: .testing) {"),
        ("FromFactory", "    .when(.argument(name)) {", "    .whenOnMainActor(.argument(name)) {"),
        ("FromResolver", "container.register {", "container.registerOnMainActor {"),
        ("FromResolver", "Container.main.register(Cart.self) {", "Container.main.registerOnMainActor(Cart.self) {"),
        ("FromSwinject", "container.register(Cart.self) {", "container.registerOnMainActor(Cart.self) {"),
        ("FromSwinject", "    .onCreate { cart, _ in", "    .onCreateOnMainActor { cart, _ in"),
    ])
    func commandForTheMainActorChangesRegistrations(_ guide: String, _ text: String, _ changed: String) async throws {
        let guide = try #require(Self.guides.first { $0.name == guide })
        let command = try #require(guide.commands.last { $0.contains("OnMainActor") })
        let others = "\nif let self {\nmodule.register(in: container)\nlistContainer.register(Row.self, id: id)\n"
        let folder = try temporaryFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appending(path: "Sources/App/Shop.swift")
        try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try (text + others).write(to: file, atomically: true, encoding: .utf8)
        try run(["sh", "-c", command], in: folder)
        #expect(try String(contentsOf: file, encoding: .utf8) == changed + others)
    }

    /// Checks that commands change the imports of one module to those of another, and no other files.
    private func check(_ commands: [String], script: String, of old: String, to new: String) async throws {
        let forms = [
            ("import \(old)", "import \(new)"),
            ("@testable import \(old)", "import \(new)"),
            ("@preconcurrency import \(old)", "import \(new)"),
            ("internal import \(old)", "internal import \(new)"),
            ("@_exported public import \(old)", "@_exported public import \(new)"),
            ("    import \(old) // services", "    import \(new) // services"),
            ("import \(old)s", "import \(old)s"),
            ("// import \(old)", "// import \(old)"),
        ]
        let folder = try temporaryFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let files = forms.indices.map { folder.appending(path: "My App/Überblick \($0).swift") }
        try FileManager.default.createDirectory(at: folder.appending(path: "My App"), withIntermediateDirectories: true)
        for (file, form) in zip(files, forms) {
            try (form.0 + "\n").write(to: file, atomically: true, encoding: .utf8)
        }
        try script.write(to: folder.appending(path: "\(old.lowercased()).sed"), atomically: true, encoding: .utf8)
        for command in ["git init -q && git add ."] + commands {
            try run(["sh", "-c", command], in: folder)
        }
        for (file, form) in zip(files, forms) {
            #expect(try String(contentsOf: file, encoding: .utf8) == form.1 + "\n")
        }
        let folders = try FileManager.default.contentsOfDirectory(atPath: folder.appending(path: "My App").path)
        #expect(folders.filter { $0.hasSuffix(".bak") }.count == 6)
    }

    /// Checks that the command of a guide makes one text of another.
    func checkCommand(_ guide: String, makes changed: String, of text: String) async throws {
        let script = try #require(Self.guides.first { $0.name == guide }?.script)
        #expect(try await run(script, on: text) == changed)
    }

    /// Edits a text with `sed -E`.
    private func run(_ script: String, on text: String) async throws -> String {
        let folder = try temporaryFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let (scriptFile, textFile) = (folder.appending(path: "script.sed"), folder.appending(path: "Before.swift"))
        try script.write(to: scriptFile, atomically: true, encoding: .utf8)
        try (text + "\n").write(to: textFile, atomically: true, encoding: .utf8)
        try run(["sed", "-E", "-i.bak", "-f", scriptFile.path, textFile.path], in: folder)
        return String(try String(contentsOf: textFile, encoding: .utf8).dropLast())
    }

    private func run(_ arguments: [String], in folder: URL) throws {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = arguments
        process.currentDirectoryURL = folder
        try process.run()
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
    }

    private func temporaryFolder() throws -> URL {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        return folder
    }
}

extension MarkdownFile {
    /// The first block that is fenced as a script of `sed`.
    fileprivate var script: String? {
        guard let start = lines.firstIndex(of: "```sed") else { return nil }
        return lines[(start + 1)...].prefix { $0 != "```" }.joined(separator: "\n") + "\n"
    }

    /// The blocks that are fenced as commands of a shell.
    fileprivate var commands: [String] {
        lines.indices.filter { lines[$0] == "```sh" }
            .map { lines[($0 + 1)...].prefix { $0 != "```" }.joined(separator: "\n") }
    }

    /// The module that the program of the guide imports.
    fileprivate var library: String { String(name.dropFirst("From".count)) }
}
#endif
