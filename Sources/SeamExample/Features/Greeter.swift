import Seam

/// Welcomes newcomers through whichever channel is in use.
struct Greeter {
    /// Lazy: a batch that nobody gets through needs no sender.
    @LazyInject private var sender: any WelcomeSender

    func welcome(_ account: Account) -> Outcome {
        do throws(WelcomeError) {
            try sender.send(WelcomeNote(recipient: account))
            return .accepted(account)
        } catch {
            return .unwelcomed(account, reason: "\(error)")
        }
    }
}
