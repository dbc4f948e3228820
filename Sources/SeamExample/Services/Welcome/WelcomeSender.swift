/// A sender of welcome notes.
protocol WelcomeSender: Sendable {
    func send(_ note: WelcomeNote) throws(WelcomeError)
}

/// The note to a newcomer.
struct WelcomeNote: Equatable, Sendable {
    let recipient: Account

    var text: String { "Welcome, \(recipient.name)! You are signed up as \(recipient.email)." }
}

/// The failure to send a welcome note.
struct WelcomeError: Error, Equatable {
    let channel: String
    let reason: String
}

extension WelcomeError: CustomStringConvertible {
    var description: String { "no note went to \(channel) (\(reason))" }
}
