/// Something that has to be true of everybody who signs up.
///
/// ``SignUpModule`` contributes the rules. A new one is a file and a line there.
protocol AccountRule: Sendable {
    /// What speaks against `account`, or `nil` if nothing does.
    func objection(to account: Account) -> String?
}
