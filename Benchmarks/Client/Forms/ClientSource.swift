/// The text of a generated client: one file.
struct ClientSource: Sendable {
    /// Whether the client imports the library.
    var importsSeam = true
    /// The shape of the services.
    let service: ClientService
    /// The number of services.
    let services: Int
    /// The use of each service; `nil` for a client that only declares them.
    var code: ClientCode?

    var text: String {
        let parts =
            (importsSeam ? ["import Seam"] : []) + ClientService.dependencies + [Self.root]
            + (0..<services).map(service.declaration) + [code?.text(services: services) ?? ""]
        return parts.joined(separator: "\n") + "\n"
    }

    /// The class whose properties are the services written by hand.
    private static let root = "struct Root {}"
}
