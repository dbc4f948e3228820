/// The costs of Seam for the program that uses it, apart from run time.
struct ClientReport: Equatable, Sendable, Codable {
    /// The number of services of the compiled clients.
    let services: Int
    /// The costs of `import Seam`, one for each stage; empty if they were not measured.
    var importing: [CompileCost] = []
    var forms: [CompileReport] = []
    var size: SizeReport?
}
