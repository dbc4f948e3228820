import TestKit

@testable import SeamExample

/// A terminal that records its output.
final class RecordingTerminal: Terminal {
    private let output = Journal<String>()
    private let errors = Journal<String>()
    let isIntact: Bool

    init(isIntact: Bool = true) { self.isIntact = isIntact }

    var written: [String] { output.entries }
    var complaints: [String] { errors.entries }

    func write(_ line: String) { output.note(line) }

    func complain(_ line: String) { errors.note(line) }
}
