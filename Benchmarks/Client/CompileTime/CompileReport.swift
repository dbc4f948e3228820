/// What a form costs the compiler, for each service.
struct CompileReport: Equatable, Sendable, Codable {
    /// The form as it is written.
    let form: String
    /// What the floor is, in words.
    let floor: String
    /// One for each stage.
    let costs: [CompileCost]
}
