import Seam

extension ScaleSeries {
    /// From a container's own singleton to one that it inherits through sixteen others.
    static let parents = ScaleSeries(
        "parents",
        sizeLabel: "containers above the one asked",
        valueLabel: "ns per resolution",
        sizes: [0, 1, 2, 4, 8, 16],
        lines: ("by hand", "inherited singleton")
    ) {
        let root = Container.filled { container in
            container.register((any Service).self) { LiveService() }.scope(.singleton)
        }
        return { count in
            let container = (0..<count).reduce(root) { container, _ in Container(parent: container) }
            return Pair { count in
                for _ in 0..<count { consume(singletonByHand()) }
            } seam: { count in
                for _ in 0..<count { consume(resolveService(from: container)) }
            }
        }
    }
}
