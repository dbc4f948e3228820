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
