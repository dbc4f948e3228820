import TestKit
@testable import Seam

/// A wait, and the way in which it has ended.
final class ObservedWait: Sendable {
    private let outcomes = Box<[String]>([])
    private let target: Build
    private let id: Int?

    /// - Parameters:
    ///   - target: The awaited build.
    ///   - waiter: The build that waits, with those around it.
    ///   - path: The names of the services from the outermost request to the target.
    init(for target: Build, by waiter: Waiter = Waiter(), path: [String] = []) {
        self.target = target
        let path = path.map { ServiceOfTest(ServiceName($0)).key }
        id = WaitGraph.beginWait(for: target, by: waiter, path: path) { [outcomes] outcome in
            outcomes.withLock { $0.append(outcome.text) }
        }
    }

    convenience init(for target: Build, by build: Build, path: [String] = []) {
        self.init(for: target, by: Waiter(build: build), path: path)
    }

    /// The reported outcomes, of which there is one at most.
    var ends: [String] { outcomes.withLock { $0 } }

    /// Whether the wait was still under way when it had been registered.
    var wasRegistered: Bool { id != nil }

    func cancel() -> Bool { id.map { WaitGraph.cancel($0, for: target) != nil } ?? false }
}

extension WaitGraph.Outcome {
    /// The outcome as a test writes it.
    var text: String {
        switch self {
        case .instance(let box): "instance \(box.anyValue)"
        case .unfinished(let box): "unfinished \(box.anyValue)"
        case .failed: "failed"
        case .missed: "missed"
        case .circular(let keys): "circular" + keys.map { " \($0.name.map(\.description) ?? "")" }.joined()
        }
    }
}
