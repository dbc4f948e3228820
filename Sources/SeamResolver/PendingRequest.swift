internal import Synchronization

/// The resolver and the arguments of a request, on their way to the factory.
///
/// A registration has no arguments in its container: one instance is cached for all of them, as in Resolver. They reach
/// the factory through this task-local, the one of this module. The first factory of the request takes them; the
/// requests that it makes do not see them.
final class PendingRequest: Sendable {
    struct Content {
        let resolver: Resolver
        let arguments: Any?
    }

    typealias Site = (fileID: StaticString, line: UInt)

    private enum State {
        case pending(Content)
        /// The first factory has the content.
        case taken
        /// Another factory was called since, for a request that is not made by a resolver.
        case passed
    }

    @TaskLocal private static var current: PendingRequest?
    /// A bit for each type of service whose factory reads arguments, and may miss one; types may share a bit.
    private static let typesWithArguments = Atomic<UInt64>(0)

    // The arguments are read by the thread that made the request, while it waits for the result.
    private let state: Mutex<Unchecked<State>>
    private let site: Site

    private init(_ content: Content, site: Site) {
        state = Mutex(Unchecked(value: .pending(content)))
        self.site = site
    }

    /// Calls `body` as a request to a resolver.
    static func with<Service, Result>(
        _ resolver: Resolver,
        for type: Service.Type,
        arguments: Any?,
        site: Site,
        _ body: () throws -> Result
    ) rethrows -> Result {
        let isNeeded = arguments != nil || mayMissArguments(type) || !resolver.isAlone
        guard isNeeded || current?.isPending == true else { return try body() }
        let request = PendingRequest(Content(resolver: resolver, arguments: arguments), site: site)
        return try $current.withValue(request, operation: body)
    }

    /// The content of the request that the calling factory is the first one of.
    static func take() -> Content? {
        guard let current else { return nil }
        let state = current.state.withLock { state in
            let former = state.value
            if case .pending = former { state = Unchecked(value: .taken) } else { state = Unchecked(value: .passed) }
            return Unchecked(value: former)
        }
        guard case .pending(let content) = state.value else { return nil }
        return content
    }

    /// The place of the request that the calling factory is the first one of, if that is known.
    static var site: Site? {
        guard let current, case .taken = current.state.withLock({ $0 }).value else { return nil }
        return current.site
    }

    /// Lets the requests for a type know their places from now on, for the text about a missing argument.
    static func expectMissingArguments<Service>(of type: Service.Type) {
        typesWithArguments.bitwiseOr(bit(of: type), ordering: .relaxed)
    }

    /// Whether the factory of a type may read arguments.
    static func mayMissArguments<Service>(_ type: Service.Type) -> Bool {
        typesWithArguments.load(ordering: .relaxed) & bit(of: type) != 0
    }

    private static func bit<Service>(of type: Service.Type) -> UInt64 {
        // Multiplying spreads addresses, which are near each other, over the highest six bits.
        let address = UInt64(UInt(bitPattern: ObjectIdentifier(type)))
        return 1 << ((address &* 0x9E37_79B9_7F4A_7C15) >> 58)
    }

    private var isPending: Bool {
        guard case .pending = state.withLock({ $0 }).value else { return false }
        return true
    }
}
