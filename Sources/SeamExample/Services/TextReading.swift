import Foundation

extension StringProtocol {
    /// The text without white space, line ends and a byte order mark around it.
    var trimmed: String {
        trimmingCharacters(in: .whitespacesAndNewlines.union(["\u{FEFF}"]))
    }

    /// The text after `prefix`; `nil` if the prefix is missing, or if nothing follows it.
    func value(after prefix: String) -> String? {
        guard hasPrefix(prefix), count > prefix.count else { return nil }
        return String(dropFirst(prefix.count))
    }
}
