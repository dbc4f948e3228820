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
