/// A clock whose time changes only when a test moves it.
package final class ManualClock: Clock {
    package struct Instant: InstantProtocol {
        package var offset: Duration

        package func advanced(by duration: Duration) -> Self { Instant(offset: offset + duration) }
        package func duration(to other: Self) -> Duration { other.offset - offset }
        package static func < (left: Self, right: Self) -> Bool { left.offset < right.offset }
    }

    private let time = Box(Duration.zero)
    private let reader = Box<(@Sendable () -> Void)?>()

    package init() {}

    /// The time; reading it first calls the closure that ``advance(by:onNextRead:)`` has set.
    package var now: Instant {
        reader.withLock { reader in
            defer { reader = nil }
            return reader
        }?()
        return Instant(offset: time.value)
    }

    package var minimumResolution: Duration { .nanoseconds(1) }

    package func sleep(until deadline: Instant, tolerance: Duration?) async throws {
        preconditionFailure("A manual clock moves only when a test moves it: nothing may sleep on it.")
    }

    /// Moves the clock.
    package func advance(by duration: Duration) {
        time.withLock { $0 += duration }
    }

    /// Moves the clock, and calls `body` when the time is next read: in the middle of the request that reads it.
    package func advance(by duration: Duration, onNextRead body: @escaping @Sendable () -> Void) {
        advance(by: duration)
        reader.withLock { $0 = body }
    }
}
