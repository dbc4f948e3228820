/// The time of compiling with Seam and by hand, in milliseconds of processor time.
struct CompileCost: Equatable, Sendable, Codable {
    let stage: CompileStage
    let floor: Distribution
    let seam: Distribution
}

extension CompileCost {
    /// The ratio to the floor; `nil` if the floor is too low to be measured.
    var ratio: Double? {
        floor.median > 0 ? seam.median / floor.median : nil
    }
}

extension CompileCost {
    /// Summarises times of whole clients, after taking off that of a client that does nothing with its services.
    ///
    /// The times of one round are subtracted from each other: they were taken one after the other.
    ///
    /// - Precondition: There is at least one round.
    init(_ stage: CompileStage, of rounds: [CompileRound], services: Int) {
        self.init(
            stage: stage,
            floor: Distribution(of: rounds.map { ($0.floor - $0.empty).nanoseconds / 1e6 / Double(services) }),
            seam: Distribution(of: rounds.map { ($0.seam - $0.empty).nanoseconds / 1e6 / Double(services) })
        )
    }
}

/// The stage up to which a client is compiled.
enum CompileStage: String, CaseIterable, Sendable, Codable {
    /// Until every expression has its type.
    case typeChecking
    /// Until there is an object file of a debug build.
    case compiling

    /// The arguments of the compiler, with a path for its output.
    func arguments(output: String) -> [String] {
        switch self {
        case .typeChecking: ["-typecheck"]
        case .compiling: ["-Onone", "-c", "-o", output]
        }
    }
}

extension CompileStage: CustomStringConvertible {
    var description: String {
        switch self {
        case .typeChecking: "type check"
        case .compiling: "debug build"
        }
    }
}

/// The times of three clients, taken one after the other.
struct CompileRound: Equatable, Sendable {
    /// Of the client that only declares its services.
    let empty: Duration
    /// Of the client written by hand.
    let floor: Duration
    /// Of the client that uses Seam.
    let seam: Duration
}

/// The cost of a form for the compiler, for each service.
struct CompileReport: Equatable, Sendable, Codable {
    /// The form as it is written.
    let form: String
    /// The floor, in words.
    let floor: String
    /// One for each stage.
    let costs: [CompileCost]
}
