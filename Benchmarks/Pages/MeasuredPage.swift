import Foundation

/// A page of the documentation with tables between marks, which a run of the benchmarks renews.
///
/// The marks are comments:
///
///     <!-- measured: forms -->
///     …
///     <!-- /measured -->
struct MeasuredPage: Equatable, Sendable {
    let text: String
}

extension MeasuredPage {
    private static let end = "<!-- /measured -->"

    private static func start(of block: String) -> String { "<!-- measured: \(block) -->" }

    /// The text between the marks of a block; `nil` if the page does not have it.
    func block(_ name: String) -> Substring? {
        guard
            let start = text.range(of: Self.start(of: name)),
            let end = text[start.upperBound...].range(of: Self.end)
        else { return nil }
        return text[start.upperBound..<end.lowerBound]
    }

    /// The page with each of these blocks in place of its old one, if the page has it.
    func renewed(with blocks: [String: String]) -> MeasuredPage {
        blocks.reduce(self) { page, block in
            guard let old = page.block(block.key) else { return page }
            return MeasuredPage(
                text: page.text[..<old.startIndex] + "\n\n\(block.value)\n\n" + page.text[old.endIndex...]
            )
        }
    }

    /// The first cells of the rows of a block's table, below its heading.
    func rows(of block: String) -> [String] {
        (self.block(block) ?? "").split(separator: "\n")
            .filter { $0.hasPrefix("|") }
            .dropFirst(2)
            .map { line in
                let cell = line.dropFirst().prefix { $0 != "|" }
                return String(cell.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
            }
    }
}
