/// How a cost changes with the size of something.
struct Series: Equatable, Sendable, Codable {
    /// One measured side.
    struct Line: Equatable, Sendable, Codable {
        let name: String
        /// The values at the sizes of the series.
        let values: [Double]
    }

    let name: String
    /// What grows.
    let sizeLabel: String
    /// What is measured.
    let valueLabel: String
    let sizes: [Int]
    let lines: [Line]
}
