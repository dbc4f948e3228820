import Foundation
import Synchronization

/// The output of the program to its user.
protocol Terminal: Sendable {
    /// Prints a line of output.
    func write(_ line: String)

    /// Prints a line about an error of the program itself.
    func complain(_ line: String)

    /// Whether all lines of output so far were printed.
    var isIntact: Bool { get }
}

/// Standard output and standard error.
final class StandardTerminal: Terminal {
    private let hasFailed = Atomic<Bool>(false)

    var isIntact: Bool { !hasFailed.load(ordering: .relaxed) }

    func write(_ line: String) {
        do {
            try FileHandle.standardOutput.write(contentsOf: Data("\(line)\n".utf8))
        } catch {
            hasFailed.store(true, ordering: .relaxed)
        }
    }

    func complain(_ line: String) {
        try? FileHandle.standardError.write(contentsOf: Data("\(line)\n".utf8))
    }
}
