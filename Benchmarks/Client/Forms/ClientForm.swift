/// One way to tell Seam about a service or to ask for it, and the same written by hand.
struct ClientForm: Sendable {
    /// The shape of the services.
    let service: ClientService
    /// The floor, in words.
    let floorName: String
    let floor: ClientCode
    let seam: ClientCode

    /// The form as it is written for a service `S` with the protocol `P`, in the notation of Markdown.
    var name: String {
        let short = [("container.register", "register"), ("Service0", "S"), ("service0", "s"), ("Contract0", "P")]
        return "`\(short.reduce(seam.line(0)) { $0.replacing($1.0, with: $1.1) })`"
    }
}

extension ClientForm {
    /// Every form that is measured.
    static let all = registering + configuring + injecting
}

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

extension ClientForm {
    /// The forms that declare a service or ask for one.
    static let injecting: [ClientForm] = [declaredFactory, injectedProperty, resolution]

    private static let declaredFactory = ClientForm(
        service: .plain,
        floorName: "computed property",
        floor: ClientCode(frame: .extending("Root")) { "var service\($0): Service\($0) { Service\($0)() }" },
        seam: ClientCode(frame: .extending("Container")) {
            "var service\($0): Factory<Service\($0)> { self { Service\($0)() }.singleton }"
        }
    )

    private static let injectedProperty = ClientForm(
        service: .plain,
        floorName: "stored property",
        floor: ClientCode(frame: .classes) { "var service\($0): Service\($0) = Service\($0)()" },
        seam: ClientCode(frame: .classes) { "@Inject var service\($0): Service\($0)" }
    )

    private static let resolution = ClientForm(
        service: .plain,
        floorName: "closure out of a table",
        floor: ClientCode(frame: .table) {
            "let _: Service\($0) = (table[ObjectIdentifier(Service\($0).self)] as! () -> Service\($0))()"
        },
        seam: ClientCode(frame: .container) { "let _: Service\($0) = container.resolve()" }
    )
}

extension ClientForm {
    /// A form whose floor puts a closure that makes the service into a table.
    static func closure(_ service: ClientService = .plain, _ line: @escaping @Sendable (Int) -> String) -> ClientForm {
        let parameter = service == .withArgument ? "(id: Int) in " : ""
        let floor = ClientCode(frame: .table) { number in
            "table[ObjectIdentifier(Service\(number).self)] = { \(parameter)\(service.construction(number)) }"
        }
        let seam = ClientCode(frame: .container, line: line)
        return ClientForm(service: service, floorName: "closure in a table", floor: floor, seam: seam)
    }

    /// A form whose floor puts a closure into a table, under the service's protocol.
    static func existentialClosure(_ line: @escaping @Sendable (Int) -> String) -> ClientForm {
        let floor = ClientCode(frame: .table) { number in
            "table[ObjectIdentifier((any Contract\(number)).self)] = { Service\(number)() as any Contract\(number) }"
        }
        let seam = ClientCode(frame: .container, line: line)
        return ClientForm(service: .plain, floorName: "closure in a table", floor: floor, seam: seam)
    }

    /// A form whose floor puts two closures into a table, under the class and under the protocol.
    static func twoClosures(_ line: @escaping @Sendable (Int) -> String) -> ClientForm {
        let first = closure(.plain, line).floor
        let second = existentialClosure(line).floor
        let floor = ClientCode(frame: .table) { "\(first.line($0)); \(second.line($0))" }
        let seam = ClientCode(frame: .container, line: line)
        return ClientForm(service: .plain, floorName: "two closures in a table", floor: floor, seam: seam)
    }
}
