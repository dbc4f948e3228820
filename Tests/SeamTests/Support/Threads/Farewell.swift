/// An object that does something at its end.
final class Farewell: Sendable {
    private let body: @Sendable () -> Void

    init(_ body: @escaping @Sendable () -> Void) { self.body = body }

    deinit { body() }
}
