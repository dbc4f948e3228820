import Seam
import Synchronization

/// The memory of one batch: what became of each of its lines.
///
/// A session is asked for with the id of its batch. Whoever names the same batch gets the same session, until the batch
/// ends.
final class Session: Sendable {
    typealias ID = String

    /// A line and what became of it.
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
    /// From the first line of a batch to the last.
    static let batch = Scope.cached("batch")
}
