/// A clock that stands still until a test moves it.
final class HandSetClock: Clock {
    struct Instant: InstantProtocol {
        var offset: Duration

        func advanced(by duration: Duration) -> Self { Instant(offset: offset + duration) }
        func duration(to other: Self) -> Duration { other.offset - offset }
        static func < (left: Self, right: Self) -> Bool { left.offset < right.offset }
    }

    private let time = Guarded(Duration.zero)

    var now: Instant { Instant(offset: time.withLock { $0 }) }
    var minimumResolution: Duration { .nanoseconds(1) }

    func sleep(until deadline: Instant, tolerance: Duration?) async throws {
        preconditionFailure("Nobody sleeps on a clock that is set by hand.")
    }

    /// Moves the clock.
    func advance(by duration: Duration) {
        time.withLock { $0 += duration }
    }
}
