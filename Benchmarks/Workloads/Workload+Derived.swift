import Seam

extension Workload {
    /// Services behind `Lazy`, `Provider` and arrays.
    static var derived: [Workload] { [lazy, lazyAgain, provider, allOfThree] }

    static let lazy = Workload(
        "Lazy, made and read",
        floor: "one object",
        .atMost(goal: 5, gate: 10)
    ) {
        let container = serviceContainer()
        return Pair(floor: oneObject) { count in
            for _ in 0..<count { consume(lazyService(from: container)) }
        }
    }

    static let lazyAgain = Workload(
        "Lazy, read again",
        floor: "one object",
        .atMost(goal: 1, gate: 2)
    ) {
        let lazy = serviceContainer().resolve(Lazy<any Service>.self)
        return Pair(floor: oneObject) { count in
            for _ in 0..<count { consume(value(of: lazy)) }
        }
    }

    static let provider = Workload(
        "Provider, called",
        floor: "one object",
        .atMost(goal: 3, gate: 6)
    ) {
        let container = serviceContainer()
        let provider = container.resolve(Provider<any Service>.self)
        return Pair(floor: oneObject) { count in
            // The provider holds its container weakly if the container keeps the holder; here it holds it strongly.
            for _ in 0..<count { consume(service(of: provider)) }
        }
    }

    static let allOfThree = Workload(
        "all() of three",
        floor: "three objects",
        .atMost(goal: 3, gate: 6)
    ) {
        let container = Container.filled { container in
            container.register((any Service).self) { LiveService() }
            container.contribute((any Service).self) { LiveService() }
            container.contribute((any Service).self) { LiveService() }
        }
        return Pair { count in
            oneObject(3 * count)
        } seam: { count in
            for _ in 0..<count { consume(allServices(of: container)) }
        }
    }

    private static func serviceContainer() -> Container {
        .filled { container in
            container.register((any Service).self) { LiveService() }
        }
    }
}

@inline(never)
private func value(of lazy: Lazy<any Service>) -> any Service {
    lazy.value
}

@inline(never)
private func lazyService(from container: Container) -> any Service {
    let lazy: Lazy<any Service> = container.resolve()
    return lazy.value
}

@inline(never)
private func service(of provider: Provider<any Service>) -> any Service {
    provider()
}

@inline(never)
private func allServices(of container: Container) -> [any Service] {
    container.all()
}
