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

    @Test func commandForResolverChangesNoLongerNames() async throws {
        let guide = try #require(Self.guides.first { $0.name == "FromResolver" })
        let text = """
            mockResolver.register { Cart() }
            mockResolver.optional(Cart.self)
            let cart: Cart = testResolver.resolve()
            """
        let script = try #require(guide.script)
        #expect(try await run(script, on: text) == text)
        #expect(try await run(script, on: "Resolver.registerMocks()") == "Container.registerMocks(in: .main)")
        #expect(try await run(script, on: "Resolver.registerAllServices()") == "Container.registerServices(in: .main)")
    }

    @Test func commandForFactoryKnowsClosuresOfTheMainActor() async throws {
        let script = try #require(Self.guides.first { $0.name == "FromFactory" }?.script)
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
        #expect(try await run(script, on: text) == changed)
    }

    @Test func commandForSwinjectAsksTheContainerInsteadOfAnAssembler() async throws {
        let script = try #require(Self.guides.first { $0.name == "FromSwinject" }?.script)
        let text = """
            let resolver = assembler.resolver
            Screen(resolver: assembler.resolver, log: assembler.resolver.resolve(Log.self)!)
            assembler.resolvers
            """
        let changed = """
            let resolver = assembler
            Screen(resolver: assembler, log: assembler.resolve(Log.self))
            assembler.resolvers
            """
        #expect(try await run(script, on: text) == changed)
    }

    /// Edits a text with `sed -E`.
    private func run(_ script: String, on text: String) async throws -> String {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let (scriptFile, textFile) = (folder.appending(path: "script.sed"), folder.appending(path: "Before.swift"))
        try script.write(to: scriptFile, atomically: true, encoding: .utf8)
        try (text + "\n").write(to: textFile, atomically: true, encoding: .utf8)
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["sed", "-E", "-i.bak", "-f", scriptFile.path, textFile.path]
        try process.run()
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
        return String(try String(contentsOf: textFile, encoding: .utf8).dropLast())
    }
}

extension MarkdownFile {
    /// The first block that is fenced as a script of `sed`.
    fileprivate var script: String? {
        guard let start = lines.firstIndex(of: "```sed") else { return nil }
        return lines[(start + 1)...].prefix { $0 != "```" }.joined(separator: "\n") + "\n"
    }
}
#endif
