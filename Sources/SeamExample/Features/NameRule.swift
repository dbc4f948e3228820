/// A name has something in it that can be read.
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
