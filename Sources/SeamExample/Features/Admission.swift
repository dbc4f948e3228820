import Seam

/// The steps from one line to an account.
struct Admission {
    @InjectAll private var rules: [any AccountRule]
    @Inject private var store: any AccountStore

    private let greeter = Greeter()

    /// Checks, stores and welcomes, in this order, so that only stored accounts are welcomed.
    ///
    /// A bad line is an outcome. Throws only if the store fails, as it would for the next line too.
    func admit(_ line: SignUpLine) throws(StoreError) -> Outcome {
        guard let text = line.text else { return .rejected(reason: "the line is not UTF-8") }
        guard let account = Account(line: text) else { return .rejected(reason: "expected \"name,email\"") }
        let objections = rules.compactMap { $0.objection(to: account) }
        guard objections.isEmpty else { return .rejected(reason: objections.joined(separator: ", ")) }
        do throws(StoreError) {
            try store.add(account)
        } catch {
            guard case .duplicate = error else { throw error }
            return .rejected(reason: "\(error)")
        }
        return greeter.welcome(account)
    }
}
