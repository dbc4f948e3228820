extension Workload {
    /// The start of a program, measured in processes that do nothing else.
    static var launching: [Workload] { [launch, launchOfSingletons, registration] }

    static let launch = Workload(
        name: "launch: 1,000 types registered, one resolved, cold",
        floor: "[ObjectIdentifier: () -> AnyObject], cold",
        budget: .atMost(goal: 1.5, gate: 3)
    ) { sampler in
        Outcome(of: try Launch(sampler).compare(\.cold), surplusObjects: nil)
    }

    /// Most services of an app are singletons: their registration must cost hardly more than another one.
    static let launchOfSingletons = Workload(
        name: "launch: 1,000 singletons registered, one resolved, cold",
        floor: "[ObjectIdentifier: () -> AnyObject], cold",
        budget: .atMost(goal: 2, gate: 5)
    ) { sampler in
        Outcome(of: try Launch(sampler, of: .singletons).compare(\.cold), surplusObjects: nil)
    }

    static let registration = Workload(
        name: "registration, warm, 1,000 keys",
        floor: "[ObjectIdentifier: () -> AnyObject], warm",
        budget: .atMost(goal: 3, gate: 5)
    ) { sampler in
        Outcome(of: try Launch(sampler).compare(\.registration), surplusObjects: nil)
    }
}
