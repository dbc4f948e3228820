/// The source file that a block, and those that go on from it, are compiled as.
///
/// Declarations stay at the file's top level. Statements go into two functions: one of the block's default isolation,
/// and one of the main actor, as in the file `main.swift`. Every line keeps its place in the Markdown file, so that the
/// compiler's messages name it.
struct BlockSource {
    /// The first of the blocks.
    let start: SwiftBlock
    private var imports: [Item] = []
    private var declarations: [Item] = []
    private var statements: [Item] = []
    /// The functions of the rows of a table.
    private var functions: [String] = []

    init(_ block: SwiftBlock) {
        start = block
        append(block)
    }

    /// Adds the code of a block to the same file.
    mutating func append(_ block: SwiftBlock) {
        for item in block.items {
            switch item.kind {
            case .importing: imports.append(item)
            case .declaration: declarations.append(item)
            case .statement: statements.append(item)
            }
        }
        guard case .row = block.directive, !statements.isEmpty else { return }
        functions.append(Self.function("row\(block.line)", of: statements))
        statements = []
    }

    /// The whole file; a block with an import has to import everything that it needs.
    var text: String {
        let assumed = imports.isEmpty ? ["import Seam"] : []
        let topLevel = assumed + ["@testable import Fixtures"] + (imports + declarations).map(\.text) + functions
        guard !statements.isEmpty else { return topLevel.joined(separator: "\n") }
        let bodies = [
            Self.function("body", of: statements), "@MainActor " + Self.function("bodyOnMainActor", of: statements),
        ]
        return (topLevel + bodies).joined(separator: "\n")
    }

    private static func function(_ name: String, of statements: [Item]) -> String {
        // An asynchronous function prefers asynchronous overloads, so it is one only if a block waits for something.
        let effects = statements.contains { $0.text.contains("await ") } ? "async throws" : "throws"
        // A stand-in has no macros: an initialiser of its `Preview` takes the arguments of the macro.
        let lines = statements.map { $0.text.replacing("\n#Preview", with: "\n_ = Preview") }
        return (["func \(name)() \(effects) {"] + lines + ["}"]).joined(separator: "\n")
    }
}

extension BlockSource {
    /// Groups blocks into files, each with the blocks that ask to be compiled together with it.
    static func sources(of blocks: [SwiftBlock]) -> [BlockSource] {
        var sources: [BlockSource] = []
        for block in blocks {
            switch block.directive {
            case .never, .file: continue
            case .together where !sources.isEmpty: sources[sources.count - 1].append(block)
            case .row where sources.last?.start.directive == block.directive:
                sources[sources.count - 1].append(block)
            case .together, .alone, .mainActor, .row: sources.append(BlockSource(block))
            }
        }
        return sources
    }
}

/// One declaration or statement at the top level of a block.
struct Item {
    enum Kind {
        case importing, declaration, statement
    }

    let kind: Kind
    /// The lines, after a directive that names their file and line.
    let text: String

    init(lines: [String], path: String, line: Int) {
        kind = Self.kind(of: lines)
        text = "#sourceLocation(file: \"\(path)\", line: \(line))\n\(lines.joined(separator: "\n"))\n#sourceLocation()"
    }

    private static func kind(of lines: [String]) -> Kind {
        let modifiers = /(@\w+(\([^)]*\))?|public|internal|private|final|nonisolated(\(\w+\))?|indirect|open)\s+/
        var rest = lines.drop(while: \.isPreamble).joined(separator: "\n")[...]
        while let match = rest.prefixMatch(of: modifiers) { rest = rest[match.range.upperBound...] }
        if rest.hasPrefix("import ") { return .importing }
        let isDeclaration = rest.prefixMatch(of: /(struct|class|enum|actor|protocol|extension|func|typealias)\b/) != nil
        return isDeclaration ? .declaration : .statement
    }
}

extension SwiftBlock {
    /// The code cut at its top level: an item continues as long as lines are indented or close a bracket.
    var items: [Item] {
        var items: [Item] = []
        var current: [String] = []
        var first = line
        for (offset, text) in code.enumerated() {
            let goesOn = text.isEmpty || " })]".contains(text.first ?? " ")
            if !goesOn, !current.allSatisfy(\.isPreamble) {
                items.append(Item(lines: current, path: path, line: first))
                current = []
            }
            if current.isEmpty { first = line + offset }
            current.append(text)
        }
        return current.isEmpty ? items : items + [Item(lines: current, path: path, line: first)]
    }
}

extension String {
    /// Whether a line only introduces what follows: a comment, an attribute or nothing.
    fileprivate var isPreamble: Bool {
        isEmpty || hasPrefix("//") || wholeMatch(of: /@\w+(\(.*\))?/) != nil
    }
}
