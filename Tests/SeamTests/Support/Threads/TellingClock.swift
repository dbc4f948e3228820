/// A clock of which a test can say what happens when it is next looked at: in a request that wants to know whether an
/// instance is too old, and thus between its look at the scope and its build, or when an instance was born.
final class TellingClock: Clock {
    private let time = HandSetClock()
    private let listener = Guarded<(@Sendable () -> Void)?>(nil)

    var now: HandSetClock.Instant {
        listener.withLock { listener in
            defer { listener = nil }
            return listener
        }?()
        return time.now
    }

    var minimumResolution: Duration { time.minimumResolution }

    func sleep(until deadline: HandSetClock.Instant, tolerance: Duration?) async throws {
        try await time.sleep(until: deadline, tolerance: tolerance)
    }

    /// Calls `body` at the next look, and makes everything that was built before too old.
    func pass(during body: @escaping @Sendable () -> Void) {
        time.advance(by: .seconds(100))
        listener.withLock { $0 = body }
    }
}
