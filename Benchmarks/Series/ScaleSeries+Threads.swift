import Seam

extension ScaleSeries {
    /// From one thread to four, whether the machine has as many processors or not.
    static let threads = ScaleSeries(name: "threads") { sampler in
        let sizes = [1, 2, 4]
        let batches = batches
        var fastest = batches.map { _ in sizes.map { _ in Double.infinity } }
        for _ in 0..<sampler.taking(0.25).rounds {
            for (line, batch) in batches.enumerated() {
                for (column, size) in sizes.enumerated() {
                    fastest[line][column] = min(fastest[line][column], batch.batch.time(threads: size))
                }
            }
        }
        return Series(
            name: "threads",
            sizeLabel: "threads",
            valueLabel: "million resolutions per second",
            sizes: sizes,
            lines: zip(batches, fastest)
                .map { batch, times in
                    Series.Line(name: batch.name, values: zip(sizes, times).map { Double($0) * 1e3 / $1 })
                }
        )
    }

    private static var batches: [(name: String, batch: ThreadedBatch)] {
        let container = Container.filled { container in
            container.register((any Service).self) { LiveService() }
            container.register((any Logging).self) { Logger() }.scope(.singleton)
        }
        return [
            ("unique by hand", ThreadedBatch { count in for _ in 0..<count { consume(serviceByHand()) } }),
            ("unique", ThreadedBatch { count in for _ in 0..<count { consume(resolveService(from: container)) } }),
            ("singleton by hand", ThreadedBatch { count in for _ in 0..<count { consume(singletonByHand()) } }),
            ("singleton", ThreadedBatch { count in for _ in 0..<count { consume(resolveLogger(from: container)) } }),
        ]
    }
}

@inline(never)
private func resolveLogger(from container: Container) -> any Logging {
    container.resolve()
}
