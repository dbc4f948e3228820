internal import Synchronization

/// The resolver and the arguments of a request, on their way to the factory.
///
/// A registration has no arguments in its container: one instance is cached for all of them, as in Resolver. The
/// arguments reach the factory through this task-local, the only one of this module. The first factory of the request
/// takes them; the requests that the factory makes do not see them.
final class PendingRequest: Sendable {
    struct Content {
        let resolver: Resolver
        let arguments: Any?
    }

    @TaskLocal private static var current: PendingRequest?

    // The arguments are read by the thread that made the request, while it waits for the result.
    private let content: Mutex<Unchecked<Content>?>

    private init(_ content: Content) { self.content = Mutex(Unchecked(value: content)) }

    /// Calls `body` as a request to a resolver.
    static func with<Result>(_ resolver: Resolver, arguments: Any?, _ body: () throws -> Result) rethrows -> Result {
        guard arguments != nil || !resolver.isAlone || current?.isPending == true else { return try body() }
        let request = PendingRequest(Content(resolver: resolver, arguments: arguments))
        return try $current.withValue(request, operation: body)
    }

    /// Takes the content of the request, for its first factory; `nil` for any other factory.
    static func take() -> Content? {
        guard let current else { return nil }
        return current.content.withLock { exchange(&$0, with: nil) }?.value
    }

    private var isPending: Bool { content.withLock { $0 != nil } }
}
