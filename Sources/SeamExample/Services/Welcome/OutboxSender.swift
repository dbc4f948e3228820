import Foundation

/// A sender that writes every note to a directory, from which a mailer would take it.
struct OutboxSender: WelcomeSender {
    let directory: String

    /// Writes the note to a file named after its reader, in a directory that is made if it is missing.
    func send(_ note: WelcomeNote) throws(WelcomeError) {
        let outbox = URL(filePath: directory, directoryHint: .isDirectory)
        do {
            try FileManager.default.createDirectory(at: outbox, withIntermediateDirectories: true)
            try Data("\(note.text)\n".utf8)
                .write(to: outbox.appending(path: "\(note.recipient.email).txt"), options: .atomic)
        } catch {
            throw WelcomeError(channel: "'\(directory)'", reason: error.reason)
        }
    }
}
