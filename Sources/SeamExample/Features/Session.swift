import Seam
import Synchronization

/// The outcomes of one batch, line by line.
///
/// A session is resolved with the id of its batch. Requests with one id share a session until the batch ends.
final class Session: Sendable {
    typealias ID = String

    /// A line and its outcome.
    struct Entry: Equatable, Sendable {
        let line: Int
        let outcome: Outcome
    }

    let id: ID
    private let kept = Mutex<[Entry]>([])

    init(_ id: ID) {
        self.id = id
    }

    var entries: [Entry] { kept.withLock { $0 } }

    func record(_ outcome: Outcome, line: Int) {
        kept.withLock { $0.append(Entry(line: line, outcome: outcome)) }
    }
}

extension Scope {
    /// One instance for each batch, until the batch ends.
    static let batch = Scope.cached("batch")
}
