import Seam

extension GrowthCurve {
    /// Containers with many children.
    static let children: [GrowthCurve] = [
        GrowthCurve(
            name: "a child made and dropped, with children alive",
            sizes: [10, 100, 1000, 10_000, 30_000, 100_000]
        ) { count in
            let parent = Container.filled(registerService)
            let alive = (0..<count).map { _ in Container(parent: parent) }
            return withExtendedLifetime(alive) {
                Fastest.repetition { count in
                    for _ in 0..<count { consume(Container(parent: parent)) }
                }
            }
        },
        GrowthCurve(
            name: "a registration replaced, with children that have used it",
            sizes: [10, 100, 1000, 10_000]
        ) { count in
            let parent = Container.filled(registerService)
            let children = (0..<count).map { _ in Container(parent: parent) }
            for child in children { consume(resolveService(from: child)) }
            return withExtendedLifetime(children) {
                Fastest.repetition { count in
                    for _ in 0..<count { registerService(in: parent) }
                }
            }
        },
    ]
}

/// Registers the service.
@inline(never)
func registerService(in container: Container) {
    container.register((any Service).self) { LiveService() }
}
