import Foundation
import Testing

/// One of the project's Markdown files.
struct MarkdownFile: Sendable {
    /// The path from the repository's root, as in `Documentation/Scopes.md`.
    let path: String
    /// The text, line by line, beginning with line 1.
    let lines: [String]

    init(path: String, text: String) {
        self.path = path
        lines = text.components(separatedBy: "\n")
    }

    /// Reads the file at `path`.
    init(path: String) throws {
        let text = try String(contentsOf: Self.root.appending(path: path), encoding: .utf8)
        self.init(path: path, text: text)
    }

    /// The name without folder and extension, as in `Scopes`.
    var name: String { url.deletingPathExtension().lastPathComponent }

    /// The place on disk.
    var url: URL { Self.root.appending(path: path) }
}

extension MarkdownFile {
    /// The repository's root.
    static let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../..").standardized

    /// The README, the other pages at the top, every guide, and every page of the catalogs for DocC.
    static let all: [MarkdownFile] = {
        let top = [
            "README.md", "README.zh-Hans.md", "CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md", "CODE_OF_CONDUCT.md",
        ]
        let guides = pages(in: "Documentation")
        let catalogs = pages(in: "Sources").filter { $0.contains(".docc/") }
        return (top + guides + catalogs).compactMap { try? MarkdownFile(path: $0) }
    }()

    /// The paths of the Markdown files in a folder and below it.
    private static func pages(in folder: String) -> [String] {
        let paths =
            FileManager.default.enumerator(atPath: root.appending(path: folder).path)?
            .compactMap { $0 as? String } ?? []
        return paths.filter { $0.hasSuffix(".md") }.sorted().map { "\(folder)/\($0)" }
    }
}

extension MarkdownFile: CustomTestStringConvertible {
    var testDescription: String { path }
}
