import Seam

extension Workload {
    /// Work on containers: a reset, a child, an override.
    static var rebuilt: [Workload] {
        [
            reset(among: 11), reset(among: 1000), child, overriding(among: 10), overriding(among: 1000),
        ]
    }

    static let child = Workload(
        "child made, three services resolved, dropped",
        floor: "three objects",
        .atMost(goal: 10, gate: 25)
    ) {
        let parent = Container.filled(registerScreen)
        return Pair { count in
            for _ in 0..<count {
                consume(Logger() as any Logging)
                consume(Storage() as any Storing)
                consume(Sender() as any Sending)
            }
        } seam: { count in
            for _ in 0..<count { useChild(of: parent) }
        }
    }

    private static func reset(among registrations: Int) -> Workload {
        Workload(
            "kept instance built and reset, \(registrations.grouped) registrations",
            floor: "one object",
            .atMost(goal: 15, gate: 30)
        ) {
            let container = Container.filled(with: registrations - 1) { container in
                container.register((any Service).self) { LiveService() }.scope(.cached)
            }
            return Pair(floor: oneObject) { count in
                for _ in 0..<count {
                    consume(resolveService(from: container))
                    container.reset(.cached)
                }
            }
        }
    }

    private static func overriding(among registrations: Int) -> Workload {
        Workload(
            "withOverrides of one service, \(registrations.grouped) registrations",
            floor: "one object",
            .atMost(goal: 30, gate: 60)
        ) {
            let container = Container.filled(with: registrations - 1) { container in
                container.register((any Service).self) { LiveService() }
            }
            return Pair(floor: oneObject) { count in
                withContainer(container) {
                    for _ in 0..<count { consume(overriddenService()) }
                }
            }
        }
    }
}

@inline(never)
private func useChild(of parent: Container) {
    let child = Container(parent: parent)
    consume(child.resolve((any Logging).self))
    consume(child.resolve((any Storing).self))
    consume(child.resolve((any Sending).self))
}

@inline(never)
private func overriddenService() -> any Service {
    withOverrides {
        $0.register((any Service).self) { UserService(userID: 1) }
    } operation: {
        Seam.resolve()
    }
}
