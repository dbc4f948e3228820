import Seam

extension GrowthCurve {
    /// Resets of one scope in a container that keeps instances of another, or kept others of the same one before.
    static let resets: [GrowthCurve] = [
        GrowthCurve(
            name: "an instance reset and built again, with instances of another scope",
            sizes: [10, 100, 1000, 10_000]
        ) { count in
            let container = Container.filled { container in
                container.register((any Service).self) { LiveService() }.scope(.cached)
                for number in 0..<count {
                    let name = ServiceName("service \(number)")
                    container.register((any Service).self, name: name) { LiveService() }.scope(.singleton)
                    consume(container.resolve((any Service).self, name: name))
                }
            }
            return Fastest.repetition { count in
                for _ in 0..<count {
                    consume(resolveService(from: container))
                    container.reset(.cached)
                }
            }
        },
        GrowthCurve(
            name: "an instance reset and built again, after others of the scope",
            sizes: [10, 100, 1000, 10_000]
        ) { count in
            let container = Container.filled { container in
                container.register((any Service).self) { LiveService() }.scope(.cached)
                for number in 0..<count {
                    let name = ServiceName("service \(number)")
                    container.register((any Service).self, name: name) { LiveService() }.scope(.cached)
                    consume(container.resolve((any Service).self, name: name))
                }
            }
            // The first one drops the instances, and the second one finds none.
            for _ in 0..<2 { container.reset(.cached) }
            return Fastest.repetition { count in
                for _ in 0..<count {
                    consume(resolveService(from: container))
                    container.reset(.cached)
                }
            }
        },
    ]
}
