import Foundation

/// Where the program talks to its user.
protocol Terminal: Sendable {
    /// Prints a line of what the program has to say.
    func write(_ line: String)

    /// Prints a line about what went wrong with the program itself.
    func complain(_ line: String)
}

/// Standard output and standard error.
struct StandardTerminal: Terminal {
    func write(_ line: String) {
        print(line)
    }

    func complain(_ line: String) {
        try? FileHandle.standardError.write(contentsOf: Data("\(line)\n".utf8))
    }
}
