/// The cost of a form of request.
struct FormReport: Equatable, Sendable, Codable {
    let name: String
    /// In multiples of one object made by hand.
    let ratio: Distribution
}
