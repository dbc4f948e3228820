import Foundation

/// A line that is neither blank nor a comment, with its number.
struct SignUpLine: Equatable, Sendable {
    /// The number, counted from 1 over all lines, as in an editor.
    let number: Int
    /// The text; `nil` if the bytes are not UTF-8.
    let text: String?
}

extension SignUpLine {
    /// Cuts `data` into lines and leaves out the blank ones and the comments.
    static func lines(of data: Data) -> [SignUpLine] {
        data.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
            .enumerated()
            .map { index, bytes in
                SignUpLine(number: index + 1, text: String(bytes: bytes, encoding: .utf8)?.trimmed)
            }
            .filter { !$0.isSilent }
    }

    private var isSilent: Bool {
        guard let text else { return false }
        return text.isEmpty || text.hasPrefix("#")
    }
}
