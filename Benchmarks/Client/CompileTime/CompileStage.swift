/// How far the compiler goes with a client.
enum CompileStage: String, CaseIterable, Sendable, Codable {
    /// Until every expression has its type.
    case typeChecking
    /// Until there is an object file of a debug build.
    case compiling

    /// What the compiler is told, with a place for what comes out.
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
