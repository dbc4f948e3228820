extension MarkdownFile {
    /// Every block that is fenced as Swift, in order, and the code of the tables that ask to be compiled.
    ///
    /// - Throws: ``MarkdownError`` if a fence stays open or a directive is not understood.
    func swiftBlocks() throws -> [SwiftBlock] {
        var blocks: [SwiftBlock] = []
        var opening: (line: Int, indentation: Int, isSwift: Bool, directive: SwiftBlock.Directive)?
        var directive = SwiftBlock.Directive.alone
        var table: Int?
        var code: [String] = []
        for (index, line) in lines.enumerated() {
            let number = index + 1
            let content = line.drop { $0 == " " }
            if let open = opening {
                guard content.hasPrefix("```") else {
                    code.append(String(line.dropFirst(open.indentation)))
                    continue
                }
                if open.isSwift {
                    blocks.append(SwiftBlock(path: path, line: open.line + 1, code: code, directive: open.directive))
                }
                opening = nil
                directive = .alone
                code = []
            } else if let start = table, content.hasPrefix("|") {
                // The first two lines are the heading and the rule below it.
                guard number > start + 1 else { continue }
                let code = Self.codeOfLastCell(in: String(content))
                guard !code.isEmpty else { continue }
                blocks.append(SwiftBlock(path: path, line: number, code: code, directive: .row(ofTableAt: start)))
            } else if content == "<!-- compile: last column -->" {
                table = number + 1
            } else if content.hasPrefix("```") {
                opening = (number, line.count - content.count, content.hasPrefix("```swift"), directive)
            } else if let asked = try Self.directive(in: String(content), at: "\(path):\(number)") {
                directive = asked
            } else {
                table = nil
                if !content.isEmpty { directive = .alone }
            }
        }
        if let opening { throw MarkdownError(place: "\(path):\(opening.line)", problem: "the fence is never closed") }
        return blocks
    }

    /// The code spans in the last cell of a table's row, except those that are the text of a link.
    private static func codeOfLastCell(in row: String) -> [String] {
        let cell = row.split(separator: /\s\|/).last { !$0.allSatisfy(\.isWhitespace) } ?? ""
        return cell.replacing(/\[[^\]]*\]\([^)]*\)/, with: "").matches(of: /`([^`]+)`/).map { String($0.1) }
    }

    private static func directive(in line: String, at place: String) throws -> SwiftBlock.Directive? {
        guard line.hasPrefix("<!-- compile:") else { return nil }
        if line == "<!-- compile: together -->" { return .together }
        if line == "<!-- compile: main-actor -->" { return .mainActor }
        if let match = line.wholeMatch(of: /<!-- compile: file (\S+) -->/) { return .file(path: String(match.1)) }
        guard let match = line.wholeMatch(of: /<!-- compile: never \((.+)\) -->/) else {
            throw MarkdownError(
                place: place,
                problem: "a directive is 'together', 'main-actor', 'file path', 'last column' or 'never (reason)'"
            )
        }
        return .never(reason: String(match.1))
    }
}

/// A fault in the form of a Markdown file.
struct MarkdownError: Error, CustomStringConvertible {
    let place: String
    let problem: String

    var description: String { "\(place): \(problem)" }
}
