/// A rule that every account has to satisfy.
///
/// ``SignUpModule`` contributes the rules. A new one is a file and a line there.
protocol AccountRule: Sendable {
    /// The reason why `account` breaks the rule; `nil` if it does not.
    func objection(to account: Account) -> String?
}
