/// The visible result of one operation, on which the model and the library have to agree.
enum ModelObservation: Equatable, Sendable {
    case nothing
    case flag(Bool)
    case absent
    case failed(String)
    case instance(ModelFacts)
    case list([ModelFacts])
}

/// The facts about an instance.
///
/// Its number is its place in the order of all instances, and so its identity.
struct ModelFacts: Equatable, Sendable {
    var number: Int
    /// The marks of its decorators, innermost first.
    var marks: [Int] = []
    /// The number of the instance that it was built with.
    var needs: Int?
}

/// The error codes that the model test meets.
enum ModelFailure: String, Error {
    case notRegistered
    case argumentMismatch
    case factoryFailed
}
