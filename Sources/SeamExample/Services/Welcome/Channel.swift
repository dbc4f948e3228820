import Seam

/// The channel of welcome notes, as the user names it: `console` or `outbox:DIR`.
enum Channel: Equatable, Sendable {
    case console
    case outbox(directory: String)
}

extension Channel {
    init?(_ argument: String) {
        if argument == "console" {
            self = .console
        } else if let directory = argument.value(after: "outbox:") {
            self = .outbox(directory: directory)
        } else {
            return nil
        }
    }
}

extension ServiceName {
    /// The sender that prints.
    static let console: Self = "console"
    /// The sender that leaves its notes in a directory.
    static let outbox: Self = "outbox"
}
