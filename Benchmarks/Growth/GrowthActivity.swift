import Seam

/// Something that a long-running program repeats for ever and that must not add up.
struct GrowthActivity: Sendable {
    let name: String
    let repetitions: Int
    /// Repeats the activity the given number of times.
    let body: @Sendable (Int) -> Void

    func measure() -> GrowthReport {
        let warmUp = max(1, repetitions / 10)
        body(warmUp)
        let before = ResidentMemory.bytes
        body(repetitions - warmUp)
        return GrowthReport(
            activity: name,
            repetitions: repetitions,
            bytesBefore: before,
            bytesAfter: ResidentMemory.bytes
        )
    }
}

extension GrowthActivity {
    /// Every activity, over that many resolutions and a tenth as many changes.
    static func all(resolutions: Int) -> [GrowthActivity] {
        let changes = resolutions / 10
        return [
            resolving(resolutions), registering(changes), resetting(changes), keepingByArgument(changes),
            nesting(changes), providing(resolutions),
        ]
    }

    private static func resolving(_ repetitions: Int) -> GrowthActivity {
        let container = Container.filled { container in
            container.register((any Service).self) { LiveService() }
        }
        return GrowthActivity(name: "resolutions", repetitions: repetitions) { count in
            for _ in 0..<count { consume(resolveService(from: container)) }
        }
    }

    private static func registering(_ repetitions: Int) -> GrowthActivity {
        let container = Container.filled { _ in }
        return GrowthActivity(name: "registrations of a key, with a kept instance", repetitions: repetitions) { count in
            for _ in 0..<count {
                container.register((any Service).self) { LiveService() }.scope(.singleton)
                consume(resolveService(from: container))
            }
        }
    }

    private static func resetting(_ repetitions: Int) -> GrowthActivity {
        let container = Container.filled { container in
            container.register((any Service).self) { LiveService() }.scope(.cached)
        }
        return GrowthActivity(name: "resets of a kept instance", repetitions: repetitions) { count in
            for _ in 0..<count {
                consume(resolveService(from: container))
                container.reset(.cached)
            }
        }
    }

    private static func keepingByArgument(_ repetitions: Int) -> GrowthActivity {
        let container = Container.filled { container in
            container.register((any Service).self) { _, userID in UserService(userID: userID) }.scope(.cached)
        }
        return GrowthActivity(name: "resets of ten instances kept by argument", repetitions: repetitions / 10) {
            count in
            for repetition in 0..<count {
                for user in 0..<10 {
                    consume(container.resolve((any Service).self, arguments: repetition * 10 + user))
                }
                container.reset(.cached)
            }
        }
    }

    private static func providing(_ repetitions: Int) -> GrowthActivity {
        let container = Container.filled { container in
            container.register((any Service).self) { LiveService() }
            container.register(ServiceMaker.self) { resolver in ServiceMaker(make: resolver.resolve()) }
                .scope(.singleton)
        }
        return GrowthActivity(name: "calls of a Provider that a singleton holds", repetitions: repetitions) { count in
            let maker = container.resolve(ServiceMaker.self)
            for _ in 0..<count { consume(maker.make()) }
        }
    }

    private static func nesting(_ repetitions: Int) -> GrowthActivity {
        let parent = Container.filled { container in
            container.register((any Service).self) { LiveService() }
        }
        return GrowthActivity(name: "child containers with a registration", repetitions: repetitions) { count in
            for _ in 0..<count {
                let child = Container(parent: parent)
                child.register((any Logging).self) { Logger() }.scope(.singleton)
                consume(child.resolve((any Logging).self))
                consume(resolveService(from: child))
            }
        }
    }
}

/// A service that makes others for as long as it lives.
private final class ServiceMaker: Sendable {
    let make: Provider<any Service>

    init(make: Provider<any Service>) {
        self.make = make
    }
}
