/// One event of a container: a request that has ended, or an instance that was dropped.
public struct ResolutionEvent: Sendable, CustomStringConvertible {
    /// The end of a request, or the fate of an instance.
    ///
    /// Later versions may add outcomes.
    public struct Outcome: Hashable, Sendable, CustomStringConvertible {
        /// The name of the outcome.
        public let description: String

        /// The request has built the instance.
        public static let built = Outcome(description: "built")
        /// The request got an instance that was there, or that another request built.
        ///
        /// A request for a registered value or for an alias always reuses an instance, unless decorators make another
        /// one.
        public static let reused = Outcome(description: "reused")
        /// The request has failed.
        public static let failed = Outcome(description: "failed")
        /// A kept instance was dropped by a reset.
        public static let reset = Outcome(description: "reset")
        /// A kept instance was disposed of by a shutdown.
        public static let disposed = Outcome(description: "disposed")
    }

    /// The registration's key; the key that was asked for, if there is no registration.
    public let key: ServiceKey
    /// The container that was asked, or that has dropped the instance.
    public let container: Container
    /// The number of builds that the request was made inside; 0 for an outermost request.
    public let depth: Int
    /// The end of the request, or the fate of the instance.
    public let outcome: Outcome
    /// The time from the beginning of the request to its end, with that of the requests made for it.
    ///
    /// Zero, if no registration was found, and for an instance that was dropped.
    public let duration: Duration
    /// The error of a request that has failed, with the whole text; `nil` for every other event.
    public let error: ResolutionError?
    private let box: ValueBox?

    /// The instance; `nil` after a failure.
    ///
    /// Not checked: an instance that is not Sendable belongs to the thread or task that has asked for it.
    public var instance: Any? { box?.anyValue }

    fileprivate init(
        _ key: ServiceKey,
        in container: Container,
        depth: Int = 0,
        _ outcome: Outcome,
        duration: Duration = .zero,
        error: ResolutionError? = nil,
        _ box: ValueBox? = nil
    ) {
        self.key = key
        self.container = container
        self.depth = depth
        self.outcome = outcome
        self.duration = duration
        self.error = error
        self.box = box
    }

    /// The end of a request, now.
    init(_ report: RequestReport, _ outcome: RequestReport.Outcome) {
        let end: (outcome: Outcome, error: ResolutionError?, box: ValueBox?) =
            switch outcome {
            case .built(let box): (.built, nil, box)
            case .reused(let box): (.reused, nil, box)
            case .failed(let error): (.failed, error, nil)
            }
        self.init(
            report.entry.key,
            in: report.asked,
            depth: report.depth,
            end.outcome,
            duration: report.beginning.duration(to: .now),
            error: end.error,
            end.box
        )
    }

    /// The key, the outcome and the duration on one line, indented by the depth.
    public var description: String { String(repeating: "  ", count: depth) + line }

    /// The description without the indent.
    var line: String { "\(key) \(outcome) in \(duration.brief)" }
}

extension Duration {
    /// The duration with one digit after the point, in the unit that fits.
    var brief: String {
        let microseconds = Double(components.seconds) * 1e6 + Double(components.attoseconds) / 1e12
        let (value, unit): (Double, String) =
            switch microseconds {
            // Below the number that would be rounded up to a thousand.
            case ..<999.95: (microseconds, "µs")
            case ..<999.95e3: (microseconds / 1e3, "ms")
            default: (microseconds / 1e6, "s")
            }
        let tenths = Int((value * 10).rounded())
        return "\(tenths / 10).\(abs(tenths % 10)) \(unit)"
    }
}

extension Container {
    /// Calls `handler` for each request of this container that ends, and for each instance that a reset or a shutdown
    /// of it drops.
    ///
    /// Requests of children are reported if a registration of this container, or of one above it, answers them, or if
    /// no container has one. The end of an inner request is reported before that of the outer one. The handler is
    /// called under no lock, on the thread or in the task of the event, before the request returns. It may resolve; its
    /// own requests are not reported. While anybody observes, the requests of the container take the slow path;
    /// otherwise observation costs nothing. May be called from any thread.
    ///
    /// - Returns: A token; the observation ends with ``ObservationToken/cancel()``, or when the token is released.
    /// - Complexity: O(1), amortized.
    public func observe(_ handler: @escaping @Sendable (ResolutionEvent) -> Void) -> ObservationToken {
        ObservationToken(Observer(handler), container: self)
    }
}

extension Container {
    /// The events that ``observe(_:)`` reports, as an asynchronous sequence that never ends by itself.
    ///
    /// The observation begins when the property is read, and ends when the loop over the sequence ends or its task is
    /// cancelled. Each read makes a sequence of its own, for one loop. A sequence holds the events that its loop has
    /// not taken yet, and the instances in them. May be read from any thread.
    ///
    /// - Complexity: O(1), amortized.
    public var events: AsyncStream<ResolutionEvent> {
        AsyncStream { continuation in
            let token = observe { continuation.yield($0) }
            continuation.onTermination = { _ in token.cancel() }
        }
    }
}

/// An observation of a container, which lasts as long as the token.
public final class ObservationToken: Sendable {
    private let listener: any RequestListener
    private let container: Weak<Container>

    /// Adds a listener to a container, and creates its token.
    init(_ listener: any RequestListener, container: Container) {
        self.listener = listener
        self.container = Weak(container)
        container.add(listener)
    }

    /// Ends the observation; a second call does nothing.
    ///
    /// A handler that is running on another thread finishes. May be called from any thread.
    ///
    /// - Complexity: O(*n*) in the number of observations and traces of the container.
    public func cancel() {
        container.object?.remove(listener)
    }

    deinit { cancel() }
}

/// The listener that turns the reports of a container into events.
private final class Observer: RequestListener {
    private let handler: @Sendable (ResolutionEvent) -> Void

    init(_ handler: @escaping @Sendable (ResolutionEvent) -> Void) { self.handler = handler }

    func requestEnded(_ report: RequestReport, _ outcome: RequestReport.Outcome) {
        send(ResolutionEvent(report, outcome))
    }

    func requestMissed(_ failure: ResolutionError, of key: ServiceKey, in container: Container) {
        send(ResolutionEvent(key, in: container, depth: Stack().wholeDepth, .failed, error: failure))
    }

    func instancesDropped(_ drop: InstanceDrop) {
        let outcome: ResolutionEvent.Outcome =
            switch drop.reason {
            case .reset: .reset
            case .disposed: .disposed
            }
        for box in drop.instances { send(ResolutionEvent(drop.entry.key, in: drop.container, outcome, box)) }
    }

    /// Calls the handler, unless the event comes from a request of a handler.
    private func send(_ event: ResolutionEvent) {
        guard !TaskContext.isObservingHere else { return }
        TaskContext.current.observing.run { handler(event) }
    }
}
