import Seam

extension GrowthCurve {
    /// Instances that a scope keeps by their arguments.
    static let keptArguments: [GrowthCurve] = [
        keptArguments("an instance built and kept by its argument") { count in
            Fastest.run(times: 9) {
                container()
            } of: {
                build(count, in: $0)
            }
        },
        keptArguments("an instance found by its argument, among others") { count in
            let container = container()
            build(count, in: container)
            return Fastest.run(times: 9) {
            } of: {
                build(count, in: container)
            }
        },
        keptArguments("an instance reset, among others kept by argument") { count in
            Fastest.run(times: 9) {
                let container = container()
                build(count, in: container)
                return container
            } of: {
                $0.reset(.cached)
            }
        },
    ]

    private static func keptArguments(_ name: String, of total: @escaping @Sendable (Int) -> Double) -> GrowthCurve {
        GrowthCurve(name: name, sizes: [10, 100, 1000, 10_000, 100_000, 1_000_000]) { total($0) / Double($0) }
    }

    private static func container() -> Container {
        .filled { container in
            container.register((any Service).self) { _, userID in UserService(userID: userID) }.scope(.cached)
        }
    }

    private static func build(_ count: Int, in container: Container) {
        for userID in 0..<count { consume(resolveUser(userID, from: container)) }
    }
}
