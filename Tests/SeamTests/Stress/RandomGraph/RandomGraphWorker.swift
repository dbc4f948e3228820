import Seam
import TestKit

/// A thread or a task that makes the steps of a round, and notes what is done on its behalf.
final class RandomGraphWorker: Sendable {
    /// The result of a request that succeeded.
    struct Answer: Sendable {
        let number: Int
        let byAlias: Bool
        let node: GraphNode
    }

    private struct Record {
        var stepsDone = 0
        var isDone = false
        var nextActivity = 0
        var activities: [Int: String] = [:]
        var builds: [GraphNode.Place] = []
        var answers: [Answer] = []
        var held: [GraphNode] = []
        var complaints: [String] = []
    }

    /// The worker on whose behalf something is built here.
    @TaskLocal static var current: RandomGraphWorker?

    let name: String
    let isThread: Bool
    // Each worker has its own, so that noting does not synchronise workers with each other.
    private let record = Box(Record())

    init(_ name: String, isThread: Bool) {
        self.name = name
        self.isThread = isThread
    }

    /// The number of finished steps.
    var progress: Int { record.withLock { $0.stepsDone } }

    /// Whether all steps have ended.
    var isDone: Bool { record.withLock { $0.isDone } }

    var builds: [GraphNode.Place] { record.withLock { $0.builds } }
    var answers: [Answer] { record.withLock { $0.answers } }
    var complaints: [String] { record.withLock { $0.complaints } }

    /// Makes a step on a thread.
    func during(_ step: String, _ body: () -> Void) {
        let activity = begin(step)
        body()
        end(activity)
        record.withLock { $0.stepsDone += 1 }
    }

    /// Makes a step in a task.
    func during(_ step: String, _ body: () async -> Void) async {
        let activity = begin(step)
        await body()
        end(activity)
        record.withLock { $0.stepsDone += 1 }
    }

    func finish() { record.withLock { $0.isDone = true } }
    func note(build place: GraphNode.Place) { record.withLock { $0.builds.append(place) } }
    func note(answer: Answer) { record.withLock { $0.answers.append(answer) } }
    func complain(_ text: String) { record.withLock { $0.complaints.append("\(name): \(text)") } }

    /// Keeps a node alive until ``letGo()``.
    func hold(_ node: GraphNode) { record.withLock { $0.held.append(node) } }

    /// Releases all nodes.
    func letGo() {
        let released = record.withLock { record in
            defer { (record.held, record.answers) = ([], []) }
            return (record.held, record.answers)
        }
        withExtendedLifetime(released) {}
    }

    /// Notes that something begins.
    ///
    /// - Returns: Its number, for ``end(_:)``.
    func begin(_ activity: String) -> Int {
        record.withLock { record in
            record.nextActivity += 1
            record.activities[record.nextActivity] = activity
            return record.nextActivity
        }
    }

    func end(_ activity: Int) { record.withLock { $0.activities[activity] = nil } }

    /// Everything that has begun and not ended, outermost first, and the number of finished steps.
    var activity: String {
        let record = record.withLock(\.self)
        let activities = record.activities.sorted { $0.key < $1.key }.map(\.value).joined(separator: " > ")
        let state = record.isDone ? "ended" : activities.isEmpty ? "idle" : activities
        return "\(name): \(state), after \(record.stepsDone) steps"
    }
}
