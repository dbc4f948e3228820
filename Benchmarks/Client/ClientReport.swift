/// What Seam costs the program that uses it, apart from run time.
struct ClientReport: Equatable, Sendable, Codable {
    /// How many services the compiled clients have.
    let services: Int
    /// What `import Seam` costs, one for each stage; empty where it was not measured.
    var importing: [CompileCost] = []
    var forms: [CompileReport] = []
    var size: SizeReport?
}
