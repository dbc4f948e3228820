internal import Seam
internal import Synchronization

/// The resolvers and settings that the static functions use.
extension Resolver {
    /// The resolver that the static functions register in.
    public static var main: Resolver {
        get { defaults.withLock { $0.main } }
        set { replace(\.main, by: newValue) }
    }

    /// The resolver that the static functions, the property wrappers and ``Resolving`` ask.
    public static var root: Resolver {
        get { defaults.withLock { $0.root } }
        set { replace(\.root, by: newValue) }
    }

    /// The resolver of a request that names none: ``root``, once the registrations are made, which may set it.
    static var asked: Resolver {
        main.registerServices()
        return root
    }

    /// The scope of the registrations that are not given one, read when they are made.
    public static var defaultScope: ResolverScope {
        get { defaults.withLock { $0.scope } }
        set { replace(\.scope, by: newValue) }
    }

    /// A function that is called with every service that is resolved.
    ///
    /// The function is also called in release builds, unlike in Resolver.
    public static var decorate: ((_ service: Any) -> Void)? {
        get { defaults.withLock { $0.decorate }?.value }
        // The program sets one function for all threads, and answers for what the function shares.
        set { replace(\.decorate, by: newValue.map { Unchecked(value: $0) }) }
    }

    /// The function that makes the registrations of ``ResolverRegistering``, unless they are made already.
    public static var registerServices: (() -> Void)? {
        get { defaults.withLock { $0.registerServices }?.value }
        // The program sets one function for all threads, and answers for what the function shares.
        set { replace(\.registerServices, by: newValue.map { Unchecked(value: $0) }) }
    }

    /// Replaces ``main`` and ``root`` by one empty resolver, and drops the instances of the built-in scopes.
    ///
    /// The registrations of ``ResolverRegistering`` are made again at the next request. Scopes of the program keep the
    /// instances of the former resolver, and the new one has none yet. Services that are registered in
    /// ``Seam/Container/main`` stay.
    public static func reset() {
        let fresh = Defaults()
        let replaced = defaults.withLock { defaults in
            let old = defaults
            (defaults.main, defaults.root, defaults.firstUse) = (fresh.main, fresh.root, fresh.firstUse)
            return old
        }
        withExtendedLifetime(replaced) {}
        ResolverScope.application.reset()
        ResolverScope.cached.reset()
        ResolverScope.shared.reset()
    }
}

/// The values behind the static properties.
struct Defaults: Sendable {
    var main = Resolver(Container(parent: .main, defaultScope: .graph))
    var root: Resolver
    var scope: ResolverScope = .graph
    var decorate: Unchecked<(Any) -> Void>?
    var registerServices: Unchecked<() -> Void>? = Unchecked { Resolver.root.registerServices() }
    var firstUse = FirstUse()

    init() { root = main }
}

extension Resolver {
    static let defaults = Mutex(Defaults())

    /// Replaces a value, and releases the one before outside the lock.
    private static func replace<Value: Sendable>(
        _ keyPath: any WritableKeyPath<Defaults, Value> & Sendable,
        by value: Value
    ) {
        let old = defaults.withLock { exchange(&$0[keyPath: keyPath], with: value) }
        withExtendedLifetime(old) {}
    }
}
