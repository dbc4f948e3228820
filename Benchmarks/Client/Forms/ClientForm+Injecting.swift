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
