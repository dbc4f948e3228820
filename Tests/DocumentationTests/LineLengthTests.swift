import Foundation
import Testing

/// Lines have at most 120 columns.
///
/// The formatter sees to code; it leaves comments and guides alone.
struct LineLengthTests {
    private static let limit = 120

    @Test func comments() throws {
        for path in SourceFiles.all {
            let lines = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
            #expect(lines.filter { $0.count > Self.limit && $0.contains(/^ *\/\//) } == [], "\(path)")
        }
    }

    @Test(arguments: MarkdownFile.all)
    func paragraphs(_ file: MarkdownFile) {
        var isCode = false
        for line in file.lines {
            if line.contains(/^ *```/) { isCode.toggle() }
            // Code, tables, images and the addresses of links stay as they are.
            let mayBeLong = isCode || line.contains(/^ *[|<!]|^\[.*\]:/)
            #expect(mayBeLong || line.count <= Self.limit, "\(line)")
        }
    }
}
