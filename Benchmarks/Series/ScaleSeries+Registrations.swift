extension ScaleSeries {
    /// From ten registrations to ten thousand.
    static let registrations = ScaleSeries(
        "registrations",
        sizeLabel: "registrations in the container",
        valueLabel: "ns per resolution",
        sizes: [10, 100, 1000, 10_000],
        lines: ("singleton among 10", "singleton")
    ) {
        let few = CrowdedContainer(registrations: 10)
        return { count in
            let many = CrowdedContainer(registrations: count)
            return Pair(
                operations: CrowdedContainer.singletons,
                floor: few.resolveSingletons,
                seam: many.resolveSingletons
            )
        }
    }
}
