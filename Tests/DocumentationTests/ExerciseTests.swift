import Foundation
import Testing

/// The exercise in the guide for contributors, which changes the text of an error.
struct ExerciseTests {
    private static let text = "asked for synchronously"

    /// The files of a folder that have the text outside comments.
    private static func files(in folder: String) throws -> [String] {
        let root = MarkdownFile.root.appending(path: folder)
        let paths = FileManager.default.enumerator(atPath: root.path)?.compactMap { $0 as? String } ?? []
        return
            try paths.filter { path in
                guard path.hasSuffix(".swift") else { return false }
                let lines = try String(contentsOf: root.appending(path: path), encoding: .utf8).split(separator: "\n")
                return lines.contains { $0.contains(text) && !$0.contains("///") }
            }
            .map { "\(folder)/\($0)" }
    }

    @Test func exerciseNamesTheFileThatHasTheText() throws {
        let page = try MarkdownFile(path: "CONTRIBUTING.md").lines.joined(separator: "\n")
        #expect(page.contains("git grep -n \"\(Self.text)\""))
        let named = page.matches(of: /finds the text in `([^`]+)`/).map { String($0.1) }
        #expect(try Self.files(in: "Sources") == named)
    }

    @Test func exerciseNamesTheSuitesThatExpectTheText() throws {
        let page = try MarkdownFile(path: "CONTRIBUTING.md").lines.joined(separator: "\n")
        let filter = try #require(page.firstMatch(of: /swift test --filter '([\w|]+Tests)'/)?.1)
        let suites = try Self.files(in: "Tests/SeamTests")
            .map { path in
                URL(filePath: path).deletingPathExtension().lastPathComponent
            }
        #expect(Set(suites) == Set(filter.split(separator: "|").map(String.init)))
    }
}
