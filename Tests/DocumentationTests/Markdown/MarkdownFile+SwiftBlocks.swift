extension MarkdownFile {
    /// Every block that is fenced as Swift, in order.
    ///
    /// - Throws: ``MarkdownError`` if a fence stays open or a directive is not understood.
    func swiftBlocks() throws -> [SwiftBlock] {
        var blocks: [SwiftBlock] = []
        var opening: (line: Int, indentation: Int, isSwift: Bool, directive: SwiftBlock.Directive)?
        var directive = SwiftBlock.Directive.alone
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
            } else if content.hasPrefix("```") {
                opening = (number, line.count - content.count, content.hasPrefix("```swift"), directive)
            } else if let asked = try Self.directive(in: String(content), at: "\(path):\(number)") {
                directive = asked
            } else if !content.isEmpty {
                directive = .alone
            }
        }
        if let opening { throw MarkdownError(place: "\(path):\(opening.line)", problem: "the fence is never closed") }
        return blocks
    }

    private static func directive(in line: String, at place: String) throws -> SwiftBlock.Directive? {
        guard line.hasPrefix("<!-- compile:") else { return nil }
        if line == "<!-- compile: together -->" { return .together }
        if line == "<!-- compile: main-actor -->" { return .mainActor }
        guard let match = line.wholeMatch(of: /<!-- compile: never \((.+)\) -->/) else {
            throw MarkdownError(place: place, problem: "a directive is 'together', 'main-actor' or 'never (reason)'")
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
