/// The source of sign-ups, as the user names it.
enum Input: Equatable, Sendable {
    case sample
    case standardInput
    case file(path: String)
}

extension Input {
    /// Reads `-` as standard input and everything else as a path.
    init(_ argument: String) {
        self = argument == "-" ? .standardInput : .file(path: argument)
    }
}
