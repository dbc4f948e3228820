/// Brings welcome notes to their readers.
protocol WelcomeSender: Sendable {
    func send(_ note: WelcomeNote) throws(WelcomeError)
}

/// What a newcomer is told.
struct WelcomeNote: Equatable, Sendable {
    let recipient: Account

    var text: String { "Welcome, \(recipient.name)! You are signed up as \(recipient.email)." }
}

/// A welcome note did not leave the desk.
struct WelcomeError: Error, Equatable {
    let channel: String
    let reason: String
}

extension WelcomeError: CustomStringConvertible {
    var description: String { "no note went to \(channel) (\(reason))" }
}
