import Seam

extension GrowthCurve {
    /// Contributions to one type, which a request for all of them visits.
    static let contributions: [GrowthCurve] = [
        contributions("an object of all()") { $0.contribute((any Service).self) { LiveService() } },
        contributions("an object of all(), contributed as another type") { container in
            container.contribute { LiveService() }.implements((any Service).self)
        },
        GrowthCurve(name: "isRegistered of a type that has contributions", sizes: sizes) { count in
            let container = Container.filled { container in
                for _ in 0..<count { container.contribute((any Service).self) { LiveService() } }
            }
            return Fastest.repetition { repetitions in
                for _ in 0..<repetitions { consume(container.isRegistered((any Service).self)) }
            }
        },
    ]

    private static let sizes = [10, 100, 1000, 10_000]

    private static func contributions(
        _ name: String,
        _ contribute: @escaping @Sendable (Container) -> Void
    ) -> GrowthCurve {
        GrowthCurve(name: name, sizes: sizes) { count in
            let container = Container.filled { container in
                for _ in 0..<count { contribute(container) }
            }
            return Fastest.repetition { repetitions in
                for _ in 0..<repetitions { consume(container.all((any Service).self).count == count) }
            } / Double(count)
        }
    }
}
