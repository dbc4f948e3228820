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
    func commandForTheMainActorChangesRegistrations(_ guide: String, _ text: String, _ changed: String) throws {
        let others = "\nif let self {\nmodule.register(in: container)\nlistContainer.register(Row.self, id: id)\n"
        try checkCommand(guide, containing: "OnMainActor", makes: changed + others, of: text + others)
    }

    /// Checks that a command which stands beside the script makes one text of another.
    func checkCommand(
        _ guide: String,
        containing word: String,
        in path: String = "Sources/App",
        makes changed: String,
        of text: String
    ) throws {
        let guide = try #require(Self.guides.first { $0.name == guide })
        let command = try #require(guide.commands.last { $0.contains(word) })
        let folder = try temporaryFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appending(path: path + "/Shop.swift")
        try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try text.write(to: file, atomically: true, encoding: .utf8)
        for command in ["git init -q && git add .", command] { try run(["sh", "-c", command], in: folder) }
        #expect(try String(contentsOf: file, encoding: .utf8) == changed)
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
