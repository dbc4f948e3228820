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
