import Seam

extension Workload {
    /// Work on containers: a reset, a child, an override.
    static var rebuilt: [Workload] {
        [
            resetAmongFew, reset(among: 1000), dying, resetByArgument, child, request, overridingAmongFew,
            overriding(among: 1000),
        ]
    }

    static let resetAmongFew = reset(among: 11)
    static let overridingAmongFew = overriding(among: 10)

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

    /// The work of a server for each request: it makes a container for it, and its parts share the services of the
    /// request.
    static let request = Workload(
        "request: a child, three .container services, each found twice",
        floor: "a class that keeps them",
        .atMost(goal: 20, gate: 40)
    ) {
        let parent = Container.filled { container in
            container.register { Logger() as any Logging }.scope(.container)
            container.register { Storage() as any Storing }.scope(.container)
            container.register { Sender() as any Sending }.scope(.container)
        }
        return Pair { count in
            for _ in 0..<count { useRequestByHand() }
        } seam: { count in
            for _ in 0..<count {
                let request = Container(parent: parent)
                useServices(of: request)
                useServices(of: request)
            }
        }
    }

    static let dying = Workload(
        "shared instance that dies after each request",
        floor: "one object",
        .atMost(goal: 30, gate: 60)
    ) {
        let container = Container.filled { container in
            container.register((any Service).self) { LiveService() }.scope(.shared)
        }
        return Pair(floor: oneObject) { count in
            for _ in 0..<count { consume(resolveService(from: container)) }
        }
    }

    static let resetByArgument = Workload(
        "cached by an Int argument, each built once, then reset",
        floor: "one object",
        .atMost(goal: 80, gate: 160)
    ) {
        let container = Container.filled { container in
            container.register((any Service).self) { _, userID in UserService(userID: userID) }.scope(.cached)
        }
        return Pair(floor: oneObject) { count in
            for userID in 0..<count { consume(resolveUser(userID, from: container)) }
            container.reset(.cached)
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
    useServices(of: Container(parent: parent))
}

@inline(never)
private func useServices(of container: Container) {
    consume(container.resolve((any Logging).self))
    consume(container.resolve((any Storing).self))
    consume(container.resolve((any Sending).self))
}

@inline(never)
private func overriddenService() -> any Service {
    withOverrides {
        $0.register((any Service).self) { UserService(userID: 1) }
    } operation: {
        Seam.resolve()
    }
}
