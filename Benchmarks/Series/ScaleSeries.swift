/// A series that can be measured.
struct ScaleSeries: Sendable {
    let name: String
    let measure: @Sendable (Sampler) -> Series

    /// Every series, in the order of the report.
    static let all = [registrations, threads, depth, arguments, parents, overrides, nestedOverrides]
}

extension ScaleSeries {
    /// A series that compares two sides at every size, by their fastest samples.
    ///
    /// The sizes are measured one after the other, and a busy minute must not look like a slow size.
    init(
        _ name: String,
        sizeLabel: String,
        valueLabel: String = "ns",
        sizes: [Int],
        lines: (floor: String, seam: String),
        pairs: @escaping @Sendable () -> (Int) -> Pair
    ) {
        self.init(name: name) { sampler in
            let pair = pairs()
            let samples = sizes.map { sampler.taking(0.25).samples(of: pair($0)) }
            return Series(
                name: name,
                sizeLabel: sizeLabel,
                valueLabel: valueLabel,
                sizes: sizes,
                lines: [
                    Series.Line(name: lines.floor, values: samples.map { $0.floor.min() ?? 0 }),
                    Series.Line(name: lines.seam, values: samples.map { $0.measured.min() ?? 0 }),
                ]
            )
        }
    }
}

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
