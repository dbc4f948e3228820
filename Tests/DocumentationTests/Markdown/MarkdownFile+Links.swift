import Foundation

/// A link to another file of the repository, or to a heading.
struct MarkdownLink: Sendable {
    let line: Int
    /// The path as written, empty for a link within the same file.
    let path: String
    /// The heading after `#`.
    let heading: String?
}

extension MarkdownFile {
    /// Every link outside code that does not lead to another site.
    var relativeLinks: [MarkdownLink] {
        proseLines.flatMap { number, line in
            line.matches(of: /\]\(([^)\s]+)\)/)
                .map { String($0.1) }
                .filter { $0.firstMatch(of: /^[a-z]+:/) == nil }
                .map { target in
                    let parts = target.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
                        .map(String.init)
                    return MarkdownLink(line: number, path: parts[0], heading: parts.dropFirst().first)
                }
        }
    }

    /// The anchors that GitHub makes of the headings.
    var anchors: Set<String> {
        Set(
            proseLines.compactMap { _, line in
                guard let match = line.wholeMatch(of: /#+ (.+)/) else { return nil }
                return match.1.lowercased()
                    .filter { $0.isLetter || $0.isNumber || $0 == " " || $0 == "-" || $0 == "_" }
                    .replacing(" ", with: "-")
            }
        )
    }

    /// The numbered lines outside fences.
    private var proseLines: [(number: Int, text: String)] {
        var isCode = false
        return lines.enumerated()
            .compactMap { index, line in
                guard !line.drop(while: { $0 == " " }).hasPrefix("```") else {
                    isCode.toggle()
                    return nil
                }
                return isCode ? nil : (index + 1, line)
            }
    }
}
