/// A closure that another thread or task calls once.
///
/// The thread or task takes the closure out to call it, so the end of the call releases the closure. The thread or task
/// itself may end later than the caller that waits for the call, and must not keep the caller's objects alive.
final class OneCall<Body: Sendable>: Sendable {
    private let body: Lock<Body?>

    init(_ body: Body) { self.body = Lock(body) }

    func take() -> Body? { body.withLock { exchange(&$0, with: nil) } }
}
