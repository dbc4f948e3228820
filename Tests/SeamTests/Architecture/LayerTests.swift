import Foundation
import Testing

/// The layers of the library: its folders, each of which knows only itself and those before it.
struct LayerTests {
    private static let layers = [
        "Support", "Identity", "Scopes", "Registration", "Resolution", "Overrides", "Lifecycle", "Declaration",
        "Injection", "Diagnostics",
    ]

    @Test func everyFolderIsALayer() throws {
        let folders = try SourceFile.all().map(\.folder)
        #expect(!folders.isEmpty)
        #expect(Set(folders).subtracting(Self.layers).isEmpty)
    }

    @Test func noFileMentionsATypeOfALaterLayer() throws {
        let files = try SourceFile.all()
        var layerOfType: [String: Int] = [:]
        for file in files {
            guard let layer = Self.layers.firstIndex(of: file.folder) else { continue }
            for type in file.declaredTypes { layerOfType[type] = layer }
        }
        #expect(layerOfType["Container"] == Self.layers.firstIndex(of: "Registration"))
        var violations: [String] = []
        for file in files {
            guard let layer = Self.layers.firstIndex(of: file.folder) else { continue }
            for name in file.words {
                guard let other = layerOfType[name], other > layer else { continue }
                violations.append("\(file.folder)/\(file.name) mentions \(name), of \(Self.layers[other])")
            }
        }
        #expect(violations.sorted().joined(separator: "\n") == "")
    }

    /// Members of the standard library that a layer happens to declare as well.
    private static let standardMembers: Set<String> = [
        "append", "contains", "detached", "finish", "first", "indices", "lazy", "main", "now", "popFirst", "removeAll",
        "replacing", "self", "signal",
    ]

    @Test func noFileUsesAMemberOfALaterLayer() throws {
        let files = try SourceFile.all()
        var layerOfName: [String: Int] = [:]
        for file in files {
            guard let layer = Self.layers.firstIndex(of: file.folder) else { continue }
            for name in file.declaredNames { layerOfName[name] = min(layer, layerOfName[name] ?? layer) }
        }
        #expect(layerOfName["tryResolve"] == Self.layers.firstIndex(of: "Resolution"))
        var violations: [String] = []
        for file in files {
            guard let layer = Self.layers.firstIndex(of: file.folder) else { continue }
            for name in file.members.subtracting(Self.standardMembers) {
                guard let other = layerOfName[name], other > layer else { continue }
                violations.append("\(file.folder)/\(file.name) uses .\(name), of \(Self.layers[other])")
            }
        }
        #expect(violations.sorted().joined(separator: "\n") == "")
    }

    @Test func onlyTheStandardLibraryAndDispatchAreImported() throws {
        let allowed: Set<String> = [
            "Synchronization", "_Concurrency", "Dispatch", "Darwin", "Glibc", "Musl", "Android",
        ]
        for file in try SourceFile.all() {
            #expect(file.imports.subtracting(allowed).isEmpty, "\(file.folder)/\(file.name)")
        }
    }

    @Test func mentionOfATypeIsRecognised() {
        let code = SourceFile(
            folder: "Support",
            name: "A.swift",
            text: """
                /// Mentions ``Commented``.
                public final class Declared<Value>: Inherited {
                    let text = "Quoted \\(Interpolated.self)" // Trailing
                    /* Blocked */
                    struct Nested { let value: Outer.Member = .made }
                }
                private struct Hidden {}
                extension Extended { }
                @usableFromInline
                enum Attributed {}
                """
        )
        #expect(code.declaredTypes == ["Declared", "Attributed"])
        #expect(code.declaredNames.isSuperset(of: ["Declared", "text", "Nested", "value"]))
        #expect(code.members == ["made"])
        #expect(code.words.isSuperset(of: ["Inherited", "Extended", "Outer"]))
        #expect(
            code.words.isDisjoint(with: ["Commented", "Quoted", "Trailing", "Blocked", "Nested", "Member", "Value"])
        )
    }
}

/// One source file of the library, as far as the layers are concerned.
private struct SourceFile {
    let folder: String
    let name: String
    private let code: String

    init(folder: String, name: String, text: String) {
        self.folder = folder
        self.name = name
        code = Self.withoutCommentsAndStrings(text)
    }

    /// The files of the library, found from this file's place in the package.
    static func all(testFile: String = #filePath) throws -> [SourceFile] {
        var package = URL(filePath: testFile)
        for _ in 0..<4 { package.deleteLastPathComponent() }
        let root = package.appending(path: "Sources/Seam")
        // A file without a folder is in no layer.
        return try FileManager.default.subpathsOfDirectory(atPath: root.path()).filter { $0.hasSuffix(".swift") }
            .map { path in
                let parts = path.split(separator: "/", maxSplits: 1).map(String.init)
                let text = try String(contentsOf: root.appending(path: path), encoding: .utf8)
                return SourceFile(folder: parts.count > 1 ? parts[0] : "", name: parts.last ?? path, text: text)
            }
    }

    /// The types declared at top level that other files can see.
    var declaredTypes: Set<String> {
        let declaration =
            #/^(?:@\w+(?:\([^)]*\))?\s+)*(?<modifiers>(?:\w+\s+)*?)(?:class|struct|enum|protocol|actor|typealias)\s+(?<name>\w+)/#
        var types: Set<String> = []
        for line in code.split(separator: "\n") {
            guard let match = line.prefixMatch(of: declaration) else { continue }
            let modifiers = match.modifiers.split(separator: " ")
            guard !modifiers.contains("private"), !modifiers.contains("fileprivate") else { continue }
            types.insert(String(match.name))
        }
        return types
    }

    /// The modules that the file imports.
    var imports: Set<String> {
        Set(code.matches(of: #/(?:^|\n)(?:@\w+ )*(?:\w+ )?import (?<module>\w+)/#).map { String($0.module) })
    }

    /// Every name that the code uses: neither a member of something, nor declared further in by the file itself.
    var words: Set<String> {
        var words: Set<String> = []
        for match in code.matches(of: #/(?<prefix>\.?)(?<name>[A-Za-z_]\w*)/#) where match.prefix.isEmpty {
            words.insert(String(match.name))
        }
        let nested = code.matches(of: #/\n +(?:@?\w+ +)*(?:class|struct|enum|protocol|actor|typealias) +(?<name>\w+)/#)
        let parameters = code.matches(of: #/(?:init|(?:func|class|struct|enum|typealias) \w+)<(?<names>[^>]*)>/#)
            .flatMap { $0.names.matches(of: #/\w+/#).map { String($0.output) } }
        return words.subtracting(nested.map { String($0.name) }).subtracting(parameters)
    }

    /// Every name that the file declares, at any level: types, functions, properties, cases, parameters and labels.
    var declaredNames: Set<String> {
        let declarations = code.matches(
            of: #/\b(?:func|var|let|typealias|class|struct|enum|protocol|actor)\s+(?<name>\w+)|\b(?<label>\w+)\s*:/#
        )
        let cases = code.matches(of: #/\bcase\s+(?<cases>[^\n:{]*)|(?:let|var)\s+\((?<parts>[^)]*)\)/#)
        return Set(declarations.compactMap { ($0.output.name ?? $0.output.label).map { String($0) } })
            .union(cases.flatMap { words(in: $0.output.cases ?? $0.output.parts ?? "") })
    }

    /// Every name that the code uses as a member of something, types left out.
    var members: Set<String> { Set(code.matches(of: #/\.(?<name>[a-z_]\w*)/#).map { String($0.output.name) }) }

    private func words(in text: Substring) -> [String] {
        text.matches(of: #/[A-Za-z_]\w*/#).map { String($0.output) }
    }

    private static func withoutCommentsAndStrings(_ text: String) -> String {
        text
            .replacing(#/\/\/[^\n]*/#, with: "")
            .replacing(#/\/\*(?s:.)*?\*\//#, with: "")
            .replacing(#/"(?:\\.|[^"\\\n])*"/#, with: "\"\"")
    }
}
