import Seam

/// Welcomes newcomers through the channel in use.
struct Greeter {
    /// The sender; lazy, since a batch without accepted lines needs none.
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
