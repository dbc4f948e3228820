/// How long an instance is kept, and who shares it.
///
/// A scope is a value: two scopes are equal when they were made alike, and `reset(_:)` drops the instances of every
/// registration whose scope equals the one given. Add your own beside the built-in ones:
///
/// ```swift
/// extension Scope { static let session = Scope.cached("session") }
/// ```
public struct Scope: Hashable, Sendable, CustomStringConvertible {
    /// What a slot has to know to keep an instance.
    enum Lifetime: Sendable {
        /// Nothing is kept.
        case unique
        /// Kept by the outermost request.
        case graph
        /// Kept until dropped.
        case kept
        /// Kept until dropped or too old.
        case expiring(after: Duration, now: @Sendable () -> Duration)
        /// Kept as long as somebody else does.
        case shared
        /// Kept by the container that was asked.
        case container
        /// Kept by the user's storage.
        case stored(@Sendable () -> any InstanceStorage)
    }

    /// What makes the scope the one it is: behind a reference, since every registration has one.
    private final class Definition: Sendable {
        let description: String
        let lifetime: Lifetime
        /// What tells scopes of one description apart: whether it is a custom one, or which clock it goes by.
        let origin: Origin

        init(_ description: String, _ lifetime: Lifetime, origin: Origin) {
            self.description = description
            self.lifetime = lifetime
            self.origin = origin
        }
    }

    private enum Origin: Hashable {
        case builtIn
        case custom
        case clock(ObjectIdentifier)
    }

    private let definition: Definition

    private init(_ description: String, _ lifetime: Lifetime, origin: Origin = .builtIn) {
        definition = Definition(description, lifetime, origin: origin)
    }

    /// The scope as it is written in source, without the dot.
    public var description: String { definition.description }

    var lifetime: Lifetime { definition.lifetime }

    /// Creates a scope that keeps its instances in storages of your own.
    ///
    /// - Parameters:
    ///   - name: What the scope is called in graphs and tables. Two custom scopes are equal when their names are.
    ///   - storage: Makes the storage of one key, on first use. Called under no lock.
    public init(_ name: String, storage: @escaping @Sendable () -> any InstanceStorage) {
        self.init(name, .stored(storage), origin: .custom)
    }

    /// Whether two scopes were made alike.
    public static func == (left: Self, right: Self) -> Bool {
        left.definition === right.definition
            || (left.definition.origin == right.definition.origin && left.description == right.description)
    }

    /// Hashes what makes the scope the one it is.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(description)
        hasher.combine(definition.origin)
    }
}

// MARK: - Built-in scopes

extension Scope {
    /// A new instance for every request: the default.
    public static let unique = Scope("unique", .unique)

    /// One instance for everything that is built for one outermost request.
    public static let graph = Scope("graph", .graph)

    /// One instance in the owning container, until it is reset.
    public static let cached = Scope("cached", .kept)

    /// One instance in the owning container while somebody else holds it, or until it is reset.
    ///
    /// The instance is held weakly, so it has to be an object, also behind a protocol or an `Optional`; otherwise the
    /// request fails with ``ResolutionError/Code/scopeRequiresReference``. So does `any Error`, which holds an object in
    /// a box of its own: register the class, and `any Error` as its alias.
    public static let shared = Scope("shared", .shared)

    /// One instance in every container that is asked.
    public static let container = Scope("container", .container)

    /// One instance in the owning container, for its life.
    public static let singleton = Scope("singleton", .kept)

    /// The same as ``cached``, under a name that can be reset on its own.
    public static func cached(_ name: String) -> Scope {
        Scope("cached(\"\(name)\")", .kept)
    }

    /// The same as ``cached``, until the instance is older than `duration`.
    ///
    /// - Parameters:
    ///   - duration: How long after it was built an instance is given out.
    ///   - clock: Tells the time; a test can supply one that it sets by hand.
    public static func cached<C: Clock>(for duration: Duration, clock: C = ContinuousClock()) -> Scope
    where C.Duration == Duration {
        let start = clock.now
        let isObject = type(of: clock) is AnyClass
        let origin = isObject ? ObjectIdentifier(clock as AnyObject) : ObjectIdentifier(C.self)
        return Scope(
            "cached(for: \(duration))",
            .expiring(after: duration) { start.duration(to: clock.now) },
            origin: .clock(origin)
        )
    }
}

extension Scope.Lifetime {
    var isUnique: Bool {
        if case .unique = self { true } else { false }
    }

    /// Whether an instance may be given to later requests.
    var outlivesRequests: Bool {
        switch self {
        case .unique, .graph: false
        case .kept, .expiring, .shared, .container, .stored: true
        }
    }

    /// Whether a container holds the instances strongly.
    var holdsStrongly: Bool {
        switch self {
        case .unique, .graph, .shared: false
        case .kept, .expiring, .container, .stored: true
        }
    }
}

/// Where a custom scope keeps one instance.
///
/// There is one storage per container, key and distinct arguments. `nil` asks for a new build, and setting `nil`
/// drops what is kept. Both are called from any thread and under no lock, so a storage guards its own state.
public protocol InstanceStorage: AnyObject, Sendable {
    /// The kept instance, if there is one.
    var instance: Any? { get set }
}
