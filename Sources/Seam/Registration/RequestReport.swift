internal import Synchronization

/// One request, as it is reported to the listeners of the containers that it passes.
final class RequestReport: Sendable {
    /// The steps after the factory, in their order.
    enum Step {
        /// The decorators: the factory has returned.
        case decorators
        /// The `onCreate` hooks: the decorators have returned.
        case hooks
    }

    /// The end of a request.
    enum Outcome: Sendable {
        /// The request has built the instance.
        case built(ValueBox)
        /// The request has found the instance.
        case reused(ValueBox)
        /// The request has no instance.
        case failed(ResolutionError)
    }

    /// A number that no other request has.
    let number: Int
    /// The registration that the request has found.
    let entry: RegistryEntry
    /// The container that was asked.
    let asked: Container
    /// The number of services that are being built around the request.
    let depth: Int
    /// The time at which the request began.
    let beginning = ContinuousClock.now
    /// The listeners of the containers from the asked one up to the owner of the registration.
    private let listeners: [any RequestListener]
    private let detached = Lock(Detached.underWay)

    /// The state of a build in a task of its own.
    private enum Detached {
        case underWay
        /// The build has ended, and the request that began it is about to report that.
        case ended(Outcome)
        /// The request has left the build to its task.
        case left
    }

    private static let count = Atomic<Int>(0)

    private init(of entry: RegistryEntry, asked: Container, depth: Int, to listeners: [any RequestListener]) {
        self.entry = entry
        self.asked = asked
        self.depth = depth
        number = Self.count.add(1, ordering: .relaxed).newValue
        self.listeners = listeners
    }

    /// Reports the beginning of a request; `nil` if there is no listener.
    static func begin(_ found: Container.Found, asked: Container, depth: @autoclosure () -> Int) -> RequestReport? {
        let listeners = asked.listeners(upTo: found.owner)
        guard !listeners.isEmpty else { return nil }
        let report = RequestReport(of: found.entry, asked: asked, depth: depth(), to: listeners)
        for listener in listeners { listener.requestBegan(report) }
        return report
    }

    func reached(_ step: Step) {
        for listener in listeners { listener.requestReached(step, self) }
    }

    /// Notes the end of a build that has a task of its own.
    ///
    /// The request reports that end, before the requests around it end. If the request has left, the task reports it
    /// here.
    func endedDetached(_ outcome: Outcome) {
        let isLeft = detached.withLock { state in
            if case .left = state { return true }
            state = .ended(outcome)
            return false
        }
        if isLeft { ended(outcome) }
    }

    /// Leaves the report to the task of the build, because the request does not wait for its end.
    ///
    /// If the build has ended already, the request reports this here.
    func leave() {
        let outcome = detached.withLock { state -> Outcome? in
            if case .ended(let outcome) = state { return outcome }
            state = .left
            return nil
        }
        if let outcome { ended(outcome) }
    }

    func ended(_ outcome: Outcome) {
        for listener in listeners { listener.requestEnded(self, outcome) }
    }
}
