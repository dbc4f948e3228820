import Synchronization

@testable import SeamExample

/// A terminal that remembers what was said.
final class RecordingTerminal: Terminal {
    private let lines = Mutex<(written: [String], complaints: [String])>(([], []))

    var written: [String] { lines.withLock { $0.written } }
    var complaints: [String] { lines.withLock { $0.complaints } }

    func write(_ line: String) {
        lines.withLock { $0.written.append(line) }
    }

    func complain(_ line: String) {
        lines.withLock { $0.complaints.append(line) }
    }
}
