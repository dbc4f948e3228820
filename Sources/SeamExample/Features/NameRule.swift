/// The rule that a name is not empty, and that it can be printed.
struct NameRule: AccountRule {
    func objection(to account: Account) -> String? {
        if account.name.isEmpty {
            return "the name is missing"
        }
        if account.name.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) {
            return "the name has characters that cannot be printed"
        }
        return nil
    }
}
