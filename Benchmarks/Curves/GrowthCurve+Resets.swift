import Seam

extension GrowthCurve {
    /// Resets of one scope in a container that keeps instances of another, or has kept others of the same one.
    static let resets: [GrowthCurve] = [
        afterOthers("an instance reset and built again, with instances of another scope", in: .singleton),
        afterOthers("an instance reset and built again, after others of the scope", in: .cached),
    ]

    /// An instance that is reset and built again, in a container that has kept others.
    ///
    /// - Parameter scope: The scope of the others. If it is that of the instance, they are dropped before.
    private static func afterOthers(_ name: String, in scope: Scope) -> GrowthCurve {
        GrowthCurve(name: name, sizes: [10, 100, 1000, 10_000]) { count in
            let container = Container.filled { container in
                container.register((any Service).self) { LiveService() }.scope(.cached)
                for number in 0..<count {
                    let name = ServiceName("service \(number)")
                    container.register((any Service).self, name: name) { LiveService() }.scope(scope)
                    consume(container.resolve((any Service).self, name: name))
                }
            }
            // The first one drops the instances of its scope, and the second one finds none.
            for _ in 0..<2 { container.reset(.cached) }
            return Fastest.repetition { count in
                for _ in 0..<count {
                    consume(resolveService(from: container))
                    container.reset(.cached)
                }
            }
        }
    }
}
