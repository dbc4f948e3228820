import Foundation

/// A line that says something, and where it stands.
struct SignUpLine: Equatable, Sendable {
    /// Counted from 1, comments and blank lines included, as an editor does.
    let number: Int
    /// `nil` where the bytes are not UTF-8.
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
