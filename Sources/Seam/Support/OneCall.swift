/// A closure to be called once, by another thread or task, which is released by the call.
///
/// The thread or task may end after the caller that waits for the call has gone on: it must hold nothing of the
/// caller's.
final class OneCall<Body: Sendable>: Sendable {
    private let body: Lock<Body?>

    init(_ body: Body) { self.body = Lock(body) }

    func take() -> Body? { body.withLock { exchange(&$0, with: nil) } }
}
