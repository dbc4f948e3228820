/// Code that a client has once for each of its services.
struct ClientCode: Sendable {
    let frame: ClientFrame
    /// The line for the service of a number.
    let line: @Sendable (Int) -> String

    /// The code for that many services.
    func text(services: Int) -> String {
        frame.text(around: (0..<services).map(line))
    }
}
