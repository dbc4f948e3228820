/// One way to tell Seam about a service or to ask for it, and the same written by hand.
struct ClientForm: Sendable {
    /// The shape of the services.
    let service: ClientService
    /// The floor, in words.
    let floorName: String
    let floor: ClientCode
    let seam: ClientCode

    /// The form as it is written.
    var name: String { seam.line(17) }
}

extension ClientForm {
    /// Every form that is measured.
    static let all = registering + configuring + injecting
}
