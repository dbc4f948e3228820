/// A sender that prints every note.
struct ConsoleSender: WelcomeSender {
    let terminal: any Terminal

    func send(_ note: WelcomeNote) {
        terminal.write("[console] \(note.text)")
    }
}
