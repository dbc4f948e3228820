import Seam

/// Reports the number of accounts at the beginning, and the outcome of a batch.
struct Reporter {
    @Inject private var terminal: any Terminal
    @Inject private var store: any AccountStore
    @Inject private var sessions: Provider<Session, Session.ID>

    /// Prints how many accounts there are, or throws if the store cannot be read.
    func announce() throws(StoreError) {
        let count = try store.accounts().count
        terminal.write("Accounts so far: \(count).")
    }

    /// Prints the report on `batch`, from the session that the desk has written to, and returns the report.
    @discardableResult
    func report(on batch: Session.ID) -> Report {
        let report = Report(on: sessions(batch))
        terminal.write("\(report)")
        return report
    }
}
