/// The parts of an error's text that do not follow from its path: one sentence, what else to know, and the cure.
struct ErrorText: Sendable {
    /// What failed, in one sentence.
    let summary: String
    /// What the reader might mix it up with, a line each.
    var notes: [String] = []
    /// What to do, in one sentence.
    let cure: String
    /// The number of services that are left out in the middle of the path.
    var omitted = 0

    /// The text as users see it.
    func rendered(path: [ServiceKey], location: CallSite?) -> String {
        var lines = [summary]
        if !path.isEmpty {
            let asked = location.map { "   (asked for at \($0))" } ?? ""
            lines.append("  Path: " + arrows(path) + asked)
        }
        lines += notes.map { "  " + $0 }
        lines.append("  To fix it, " + cure)
        return lines.joined(separator: "\n")
    }

    /// The path on one line; a long one is shortened in the middle.
    private func arrows(_ path: [ServiceKey]) -> String {
        let omitted = omitted + max(0, path.count - 2 * Self.listed)
        guard omitted > 0 else { return path.map(\.description).joined(separator: " → ") }
        let head = path.prefix(Self.listed).map(\.description)
        let tail = path.suffix(min(Self.listed, path.count - head.count)).map(\.description)
        return (head + ["… \(omitted) more …"] + tail).joined(separator: " → ")
    }

    /// The services that are listed at each end of a long path.
    static var listed: Int { 10 }
}
