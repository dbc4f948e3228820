extension ClientForm {
    /// The forms that register a factory.
    static let registering: [ClientForm] = [
        closure { "container.register { Service\($0)() }" },
        closure { "container.register(Service\($0).self) { Service\($0)() }" },
        existentialClosure { "container.register { Service\($0)() as any Contract\($0) }" },
        existentialClosure { "container.register((any Contract\($0)).self) { Service\($0)() }" },
        closure(.withDependency) { "container.register { r in Service\($0)(a: r.resolve()) }" },
        closure(.withDependency) { "container.register(Service\($0).self) { r in Service\($0)(a: r.resolve()) }" },
        closure(.withThreeDependencies) {
            "container.register { r in Service\($0)(a: r.resolve(), b: r.resolve(), c: r.resolve()) }"
        },
        closure(.withThreeDependencies) {
            "container.register(Service\($0).self) { r in "
                + "Service\($0)(a: r.resolve(), b: r.resolve(), c: r.resolve()) }"
        },
        closure(.withThreeDependencies) { "container.register(autowiring: Service\($0).init)" },
        closure(.withArgument) { "container.register { (r, id: Int) in Service\($0)(id: id) }" },
    ]

    /// The forms that give a registration more than its factory.
    static let configuring: [ClientForm] = [
        closure { "container.register { Service\($0)() }.scope(.singleton)" },
        twoClosures {
            "container.register { Service\($0)() }.scope(.singleton).implements((any Contract\($0)).self)"
        },
    ]
}
