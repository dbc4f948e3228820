extension ScaleSeries {
    /// From one object to a chain of five hundred.
    static let depth = ScaleSeries(
        "chain depth",
        sizeLabel: "objects in the chain",
        valueLabel: "ns per object",
        sizes: [1, 2, 5, 10, 20, 50, 100, 200, 500],
        lines: ("by hand", "Seam")
    ) {
        let chain = Chain()
        return { depth in Workload.chainPair(chain, depth: depth) }
    }
}
