internal import Seam
internal import Synchronization

/// The registrations that an app makes at the first request to a resolver.
///
/// ```swift
/// extension Resolver: ResolverRegistering {
///     public static func registerAllServices() {
///         register { HTTPClient() as Networking }
///     }
/// }
/// ```
///
/// The extension may be isolated to the main actor. If so, the registrations are made at the first request on the main
/// actor, and requests elsewhere do not find them before.
public protocol ResolverRegistering {
    /// Registers the services of the app.
    static func registerAllServices()
}

extension Resolver {
    /// Makes the registrations of ``ResolverRegistering`` now, unless they are made already.
    public func registerServices() {
        Self.defaults.withLock { $0.firstUse }.registerServices()
    }
}

/// The registrations of ``ResolverRegistering``, made once.
///
/// The registrations are the only service of a private container: one thread makes them, and the others wait for it as
/// for any instance.
final class FirstUse: Sendable {
    private let container = Container()
    private let isOver = Atomic<Bool>(false)

    init() {
        container.register { Registrations() }.scope(.singleton)
    }

    /// Makes the registrations, if the app has any and they are not made yet.
    ///
    /// While they are being made, requests of the same thread go on with what is registered so far.
    func registerServices() {
        guard !isOver.load(ordering: .acquiring), Registrations.source != nil else { return }
        guard (try? container.tryResolve(Registrations.self)) != nil else { return }
        isOver.store(true, ordering: .releasing)
    }

    /// The registrations of the app, which are made by `init`.
    private struct Registrations: Sendable {
        init() {
            // Otherwise the services that are built meanwhile would have the private container as the current one.
            withContainer(.main) { Self.source?.registerAllServices() }
        }

        /// An object to cast: that checks the actor of the conformance, and the cast of a metatype does not.
        private static let resolver = Resolver()

        /// The type with the app's registrations; `nil` elsewhere if its conformance belongs to the main actor.
        static var source: (any ResolverRegistering.Type)? {
            (resolver as AnyObject as? any ResolverRegistering).map { type(of: $0) }
        }
    }
}
