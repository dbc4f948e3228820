/// A log of the actions of the services.
protocol Log: Sendable {
    /// Adds an entry about `subject`.
    func note(_ entry: String, about subject: String)
}

/// A log that the user can follow.
struct TerminalLog: Log {
    let terminal: any Terminal

    func note(_ entry: String, about subject: String) {
        terminal.write("[\(subject)] \(entry)")
    }
}
