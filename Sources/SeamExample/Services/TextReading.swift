import Foundation

extension StringProtocol {
    /// Without white space, line ends and the byte order mark around it.
    var trimmed: String {
        trimmingCharacters(in: .whitespacesAndNewlines.union(["\u{FEFF}"]))
    }

    /// What follows `prefix`; `nil` where the prefix is missing or nothing follows it.
    func value(after prefix: String) -> String? {
        guard hasPrefix(prefix), count > prefix.count else { return nil }
        return String(dropFirst(prefix.count))
    }
}
