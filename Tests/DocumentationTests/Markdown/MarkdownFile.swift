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

    /// The README, the other pages at the top, and every guide.
    static let all: [MarkdownFile] = {
        let top = [
            "README.md", "CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md", "CODE_OF_CONDUCT.md",
        ]
        let guides = FileManager.default.enumerator(atPath: root.appending(path: "Documentation").path)?
            .compactMap { $0 as? String }
            .filter { $0.hasSuffix(".md") }
            .sorted()
            .map { "Documentation/\($0)" }
        return (top + (guides ?? [])).compactMap { try? MarkdownFile(path: $0) }
    }()
}

extension MarkdownFile: CustomTestStringConvertible {
    var testDescription: String { path }
}
