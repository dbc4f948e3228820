/// The text of a generated client: one file.
struct ClientSource: Sendable {
    /// Whether the client imports the library.
    var importsSeam = true
    /// How the services are made.
    let service: ClientService
    /// How many there are.
    let services: Int
    /// What is done with each of them; `nil` for a client that only declares them.
    var code: ClientCode?

    var text: String {
        let parts =
            (importsSeam ? ["import Seam"] : []) + ClientService.dependencies + [Self.root]
            + (0..<services).map(service.declaration) + [code?.text(services: services) ?? ""]
        return parts.joined(separator: "\n") + "\n"
    }

    /// What services written by hand are properties of.
    private static let root = "struct Root {}"
}
