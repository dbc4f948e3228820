/// The change of a cost with a size.
struct Series: Equatable, Sendable, Codable {
    /// One measured side.
    struct Line: Equatable, Sendable, Codable {
        let name: String
        /// The values at the sizes of the series.
        let values: [Double]
    }

    let name: String
    /// The size that grows.
    let sizeLabel: String
    /// The measured cost.
    let valueLabel: String
    let sizes: [Int]
    let lines: [Line]
}
