/// A sender that prints the recipient of each note, and sends nothing.
struct MockSender: WelcomeSender {
    let terminal: any Terminal

    func send(_ note: WelcomeNote) {
        terminal.write("[mock] a note to \(note.recipient.email) stays here")
    }
}
