import Seam

extension Workload {
    /// Services that are declared as properties of the container.
    static var declared: [Workload] {
        [
            declaredReady, declaredUnique, declaredWithArgument, declaredByArgument, injectedDeclaredReady,
            injectedDeclaredUnique, injectedDeclaredWithArgument,
        ]
    }

    static let declaredReady = Workload(
        "declared, ready",
        floor: "one object",
        .atMost(goal: 1.5, gate: 3),
        countsObjects: false
    ) {
        let container = Container.filled { _ in }
        return Pair(floor: oneObject) { count in
            for _ in 0..<count { consume(declaredSingleton(of: container)) }
        }
    }

    static let declaredUnique = Workload(
        "declared, unique",
        floor: "one object",
        .atMost(goal: 2.5, gate: 5),
        countsObjects: false
    ) {
        let container = Container.filled { _ in }
        return Pair(floor: oneObject) { count in
            for _ in 0..<count { consume(declaredService(of: container)) }
        }
    }

    static let declaredWithArgument = Workload(
        "declared, one Int argument",
        floor: "one object, with the argument",
        .atMost(goal: 2.5, gate: 5),
        countsObjects: false
    ) {
        let container = Container.filled { _ in }
        return Pair(floor: oneUser) { count in
            for userID in 0..<count { consume(declaredUser(userID, of: container)) }
        }
    }

    static let declaredByArgument = Workload(
        "declared, cached by an Int argument, ready",
        floor: "one object",
        .atMost(goal: 6, gate: 12),
        countsObjects: false
    ) {
        let container = Container.filled { _ in }
        return Pair(floor: oneObject) { count in
            for repetition in 0..<count { consume(declaredCachedUser(repetition & 7, of: container)) }
        }
    }

    static let injectedDeclaredReady = Workload(
        "@Inject(\\.x), ready",
        floor: "one object",
        .atMost(goal: 3, gate: 6),
        countsObjects: false
    ) {
        Container.fillMain()
        return Pair(floor: oneObject) { count in
            for _ in 0..<count { consume(injectedDeclaredSingleton()) }
        }
    }

    static let injectedDeclaredUnique = Workload(
        "@Inject(\\.x), unique",
        floor: "one object",
        .atMost(goal: 3, gate: 6),
        countsObjects: false
    ) {
        Container.fillMain()
        return Pair(floor: oneObject) { count in
            for _ in 0..<count { consume(injectedDeclaredService()) }
        }
    }

    static let injectedDeclaredWithArgument = Workload(
        "@Inject(\\.x), one Int argument",
        floor: "one object, with the argument",
        .atMost(goal: 3, gate: 6),
        countsObjects: false
    ) {
        Container.fillMain()
        return Pair(floor: oneUser) { count in
            for _ in 0..<count { consume(injectedDeclaredUser()) }
        }
    }

    private static let oneUser: @Sendable (Int) -> Void = { count in
        for userID in 0..<count { consume(userByHand(userID)) }
    }
}

@inline(never)
private func declaredSingleton(of container: Container) -> any Service {
    container.declaredSingleton()
}

@inline(never)
private func declaredService(of container: Container) -> any Service {
    container.declaredService()
}

@inline(never)
private func declaredUser(_ userID: Int, of container: Container) -> any Service {
    container.declaredUser(userID)
}

@inline(never)
private func declaredCachedUser(_ userID: Int, of container: Container) -> any Service {
    container.declaredCachedUser(userID)
}

@inline(never)
private func injectedDeclaredSingleton() -> any Service {
    SingletonOwner().service
}

@inline(never)
private func injectedDeclaredService() -> any Service {
    ServiceOwner().service
}

@inline(never)
private func injectedDeclaredUser() -> any Service {
    UserOwner().service
}
