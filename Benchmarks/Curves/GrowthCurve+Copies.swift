import Seam

extension GrowthCurve {
    /// Containers with much that a copy shares, or with many copies.
    static let copies: [GrowthCurve] = [
        GrowthCurve(
            name: "a container copied, with decorated names",
            sizes: [10, 100, 1000, 10_000]
        ) { count in
            let container = Container.filled(registerService)
            for number in 0..<count {
                container.decorate((any Service).self, name: ServiceName("name \(number)")) { service, _ in service }
            }
            return Fastest.repetition { count in
                for _ in 0..<count { consume(Container(copying: container)) }
            }
        },
        GrowthCurve(
            name: "a new name registered and unregistered, with copies alive",
            sizes: [10, 100, 1000, 10_000]
        ) { count in
            let container = Container.filled(registerService)
            let copies = (0..<count).map { _ in Container(copying: container) }
            return withExtendedLifetime(copies) {
                Fastest.repetition { count in
                    for _ in 0..<count {
                        container.register((any Service).self, name: .late) { LiveService() }
                        container.unregister((any Service).self, name: .late)
                    }
                }
            }
        },
        GrowthCurve(
            name: "a registration replaced among contributions, with a copy alive",
            sizes: [10, 100, 1000, 10_000]
        ) { count in
            let container = Container.filled(registerService)
            for _ in 0..<count { container.contribute((any Service).self) { LiveService() } }
            return withExtendedLifetime(Container(copying: container)) {
                Fastest.repetition { count in
                    for _ in 0..<count { registerService(in: container) }
                }
            }
        },
    ]
}

extension ServiceName {
    fileprivate static let late: Self = "late"
}
