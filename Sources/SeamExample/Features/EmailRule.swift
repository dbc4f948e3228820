/// The rule that an e-mail has one "@", a name before it and a domain after it.
///
/// Only a sent mail can prove an address. This rule finds typing errors, and rejects characters that are not safe in a
/// file name.
struct EmailRule: AccountRule {
    func objection(to account: Account) -> String? {
        if account.email.isEmpty {
            return "the e-mail is missing"
        }
        let parts = account.email.split(separator: "@", omittingEmptySubsequences: false)
        guard parts.count == 2, isMailbox(parts[0]), isDomain(parts[1]) else {
            return "\(account.email.debugDescription) is not an e-mail"
        }
        return nil
    }

    private func isMailbox(_ text: Substring) -> Bool {
        !text.isEmpty && text.allSatisfy { $0.isLetter || $0.isNumber || "!#$%&'*+-.=?^_`{|}~".contains($0) }
    }

    private func isDomain(_ text: Substring) -> Bool {
        let labels = text.split(separator: ".", omittingEmptySubsequences: false)
        return labels.count > 1 && labels.allSatisfy(isLabel)
    }

    private func isLabel(_ text: Substring) -> Bool {
        !text.isEmpty && text.allSatisfy { $0.isLetter || $0.isNumber || $0 == "-" }
    }
}
