import Foundation

/// The output of the program to its user.
protocol Terminal: Sendable {
    /// Prints a line of output.
    func write(_ line: String)

    /// Prints a line about an error of the program itself.
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
