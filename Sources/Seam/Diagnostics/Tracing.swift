extension Container {
    /// Prints each outermost request of this container as a tree: the request, and indented below it those that were
    /// made for it, with their outcomes and durations.
    ///
    /// ```
    /// Checkout built in 310.2 µs
    ///   Cart built in 120.7 µs
    ///     Prices reused in 1.4 µs
    ///   Payments "eu" built in 80.0 µs
    /// ```
    ///
    /// A tree is printed when its outermost request has ended, on the thread or in the task of that request and under
    /// no lock. A request that a task makes for an async factory stands below the request of that factory. The requests
    /// of `output` itself are not traced. As with ``observe(_:)``, the requests of children are traced if a
    /// registration of this container, or of one above it, answers them, or if no container has one. Requests take the
    /// slow path meanwhile. May be called from any thread.
    ///
    /// - Parameter output: A closure that gets the text of each tree, which has no line break at its end.
    /// - Returns: A token; the trace ends with ``ObservationToken/cancel()``, or when the token is released.
    /// - Complexity: O(1), amortized.
    public func trace(_ output: @escaping @Sendable (String) -> Void = { print($0) }) -> ObservationToken {
        ObservationToken(Tracer(output), container: self)
    }
}

/// The listener that makes trees of requests.
private final class Tracer: RequestListener {
    /// The ``RequestReport/number`` of a request.
    typealias ID = Int

    /// A request that has not ended.
    ///
    /// Only a request whose thread or task is left behind never ends: that thread or task holds its report for ever.
    struct OpenRequest {
        let key: ServiceKey
        /// The address of the registration.
        let subject: UInt
        let thread: ThreadRecord
        let parent: ID?
        /// The requests for this one that have not ended.
        var open: [ID] = []
        /// The lines of the requests that were made for this one.
        var lines: [String] = []
    }

    struct State {
        var requests: [ID: OpenRequest] = [:]
        /// The open requests for each registration, in the order in which they began.
        var bySubject: [UInt: [ID]] = [:]
    }

    private let state = Lock(State())
    private let output: @Sendable (String) -> Void

    init(_ output: @escaping @Sendable (String) -> Void) { self.output = output }

    func requestBegan(_ report: RequestReport) {
        guard !TaskContext.isObservingHere else { return }
        let origins = Origins(of: Stack())
        let subject = Borrowed(report.entry).word
        let (id, key) = (report.number, report.entry.key)
        state.withLock { state in
            let parent = state.parent(from: origins)
            state.requests[id] = OpenRequest(key: key, subject: subject, thread: origins.thread, parent: parent)
            state.bySubject[subject, default: []].append(id)
            if let parent { state.requests[parent]?.open.append(id) }
        }
    }

    func requestEnded(_ report: RequestReport, _ outcome: RequestReport.Outcome) {
        let line = ResolutionEvent(report, outcome).line
        let tree = state.withLock { $0.end(report.number, line) }
        if let tree { send(tree) }
    }

    func requestMissed(_: ResolutionError, of key: ServiceKey, in container: Container) {
        guard !TaskContext.isObservingHere else { return }
        let origins = Origins(of: Stack())
        let isPartOfTree = state.withLock { state in
            guard let parent = state.parent(from: origins) else { return false }
            state.requests[parent]?.lines.append("  \(key) failed")
            return true
        }
        if !isPartOfTree { send("\(key) failed") }
    }

    private func send(_ text: String) {
        TaskContext.current.observing.run { output(text) }
    }
}

/// The services that a new request may be made for, the innermost first.
private struct Origins {
    let thread: ThreadRecord
    /// The addresses of the registrations that the thread builds.
    let subjects: [UInt]
    /// The requests of the async factories that the task works for.
    let reports: [Tracer.ID]

    init(of stack: Stack) {
        thread = stack.record
        subjects = stack.record.frames.map(\.subject).filter { $0 != 0 }
        reports = stack.tasks.compactMap { $0.report?.number }
    }
}

extension Tracer.State {
    /// The open request that a new one is made for.
    ///
    /// - Complexity: O(*n*) in the number of services under way that are not traced.
    fileprivate func parent(from origins: Origins) -> Tracer.ID? {
        for subject in origins.subjects {
            guard let open = bySubject[subject] else { continue }
            return open.last { requests[$0]?.thread == origins.thread } ?? open.last
        }
        return origins.reports.first { requests[$0] != nil }
    }

    /// Ends a request.
    ///
    /// - Returns: The text of its tree, if the request is an outermost one.
    fileprivate mutating func end(_ id: Tracer.ID, _ line: String) -> String? {
        guard var request = remove(id) else { return nil }
        for unfinished in request.open {
            guard let inner = remove(unfinished) else { continue }
            request.lines.append("  \(inner.key) unfinished")
        }
        let lines = [line] + request.lines
        guard let parent = request.parent, requests[parent] != nil else { return lines.joined(separator: "\n") }
        requests[parent]?.open.removeAll { $0 == id }
        requests[parent]?.lines += lines.map { "  " + $0 }
        return nil
    }

    private mutating func remove(_ id: Tracer.ID) -> Tracer.OpenRequest? {
        guard let request = requests.removeValue(forKey: id) else { return nil }
        bySubject[request.subject]?.removeAll { $0 == id }
        if bySubject[request.subject]?.isEmpty ?? false { bySubject[request.subject] = nil }
        return request
    }
}
