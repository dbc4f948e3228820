/// The cost of a form for the compiler, for each service.
struct CompileReport: Equatable, Sendable, Codable {
    /// The form as it is written.
    let form: String
    /// The floor, in words.
    let floor: String
    /// One for each stage.
    let costs: [CompileCost]
}
