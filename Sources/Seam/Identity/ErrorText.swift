/// The parts of an error's text that do not follow from its path: one sentence, what else to know, and the cure.
struct ErrorText: Sendable {
    /// What failed, in one sentence.
    let summary: String
    /// What the reader might mix it up with, a line each.
    var notes: [String] = []
    /// What to do, in one sentence.
    let cure: String

    /// The text as users see it.
    func rendered(path: [ServiceKey], location: CallSite?) -> String {
        var lines = [summary]
        if !path.isEmpty {
            let asked = location.map { "   (asked for at \($0))" } ?? ""
            lines.append("  Path: " + Self.arrows(path) + asked)
        }
        lines += notes.map { "  " + $0 }
        lines.append("  To fix it, " + cure)
        return lines.joined(separator: "\n")
    }

    /// The path on one line; a long one is shortened in the middle.
    private static func arrows(_ path: [ServiceKey]) -> String {
        let limit = 20
        guard path.count > limit else { return path.map(\.description).joined(separator: " → ") }
        let head = path.prefix(limit / 2).map(\.description)
        let tail = path.suffix(limit / 2).map(\.description)
        let omitted = "… \(path.count - limit) more …"
        return (head + [omitted] + tail).joined(separator: " → ")
    }
}
