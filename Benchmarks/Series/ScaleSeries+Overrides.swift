import Seam

extension ScaleSeries {
    /// From an override of ten registrations to one of ten thousand: an override copies what it changes.
    static let overrides = ScaleSeries(
        "overrides",
        sizeLabel: "registrations that are overridden",
        valueLabel: "ns per registration",
        sizes: [10, 100, 1000, 10_000],
        lines: ("changed copy of a dictionary", "withOverrides")
    ) {
        { count in
            let container = Container.filled(with: count) { _ in }
            let table = tableByHand(of: numberedServices(count))
            return Pair(operations: count) { repetitions in
                for _ in 0..<repetitions { consume(overriddenByHand(table)) }
            } seam: { repetitions in
                for _ in 0..<repetitions { withContainer(container, operation: override) }
            }
        }
    }

    /// From one override to sixteen, each inside the one before.
    static let nestedOverrides = ScaleSeries(
        "nested overrides",
        sizeLabel: "overrides inside each other",
        valueLabel: "ns per resolution",
        sizes: [1, 2, 4, 8, 16],
        lines: ("by hand", "singleton")
    ) {
        let root = Container.filled { container in
            container.register((any Service).self) { LiveService() }.scope(.singleton)
        }
        return { depth in
            let container = (0..<depth)
                .reduce(root) { container, _ in
                    withContainer(container) { withOverrides({ _ in }) { Container.current } }
                }
            return Pair { count in
                for _ in 0..<count { consume(singletonByHand()) }
            } seam: { count in
                for _ in 0..<count { consume(resolveService(from: container)) }
            }
        }
    }
}

@inline(never)
private func overriddenByHand(_ table: ServiceTable) -> ServiceTable {
    var copy = table
    copy[ObjectIdentifier((any Logging).self)] = { @Sendable in Logger() as any Logging }
    return copy
}

private func override() {
    withOverrides {
        $0.register((any Logging).self) { Logger() }
    } operation: {
        consume(Container.current)
    }
}
