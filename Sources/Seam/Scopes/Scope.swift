/// The lifetime of instances, and the requests that share them.
///
/// A scope is a value: two scopes are equal if they were made alike. `reset(_:)` drops the instances of every
/// registration whose scope equals the given one. Programs add scopes of their own:
///
/// ```swift
/// extension Scope { static let session = Scope.cached("session") }
/// ```
public struct Scope: Hashable, Sendable, CustomStringConvertible {
    /// The way in which instances are kept.
    enum Lifetime: Sendable {
        /// Nothing is kept.
        case unique
        /// Kept by the outermost request.
        case graph
        /// Kept until dropped.
        case kept
        /// Kept until dropped or too old.
        case expiring(AgeLimit)
        /// Held weakly.
        case shared
        /// Kept by the container that was asked.
        case container
        /// Kept by the user's storage.
        case stored(@Sendable () -> any InstanceStorage)
    }

    /// The content of a scope: behind a reference, since every registration has one.
    private final class Definition: Sendable {
        let description: String
        let lifetime: Lifetime
        let origin: Origin
        /// The hash, which equal scopes have in common.
        let hash: Int

        init(_ description: String, _ lifetime: Lifetime, origin: Origin) {
            self.description = description
            self.lifetime = lifetime
            self.origin = origin
            var hasher = Hasher()
            hasher.combine(description)
            hasher.combine(origin)
            hash = hasher.finalize()
        }
    }

    /// The origin of a scope, which tells apart scopes that have one description.
    private enum Origin: Hashable {
        /// One of the constants, each of which has one definition.
        case builtIn
        case named
        case custom
        case clock(ObjectIdentifier, age: Duration)
    }

    private let definition: Definition

    private init(_ description: String, _ lifetime: Lifetime, origin: Origin = .builtIn) {
        definition = Definition(description, lifetime, origin: origin)
    }

    /// The name of the scope, such as `singleton` or `cached("session")`.
    public var description: String { definition.description }

    var lifetime: Lifetime { definition.lifetime }

    /// A hash that was made with the scope.
    var storedHash: UInt { UInt(bitPattern: definition.hash) }

    /// Creates a scope that keeps its instances in storages of your own.
    ///
    /// - Parameters:
    ///   - name: The description of the scope. Two custom scopes are equal if their names are.
    ///   - storage: A function that makes the storage for a container, key and list of argument values, on first use.
    ///     It is called under no lock.
    public init(_ name: String, storage: @escaping @Sendable () -> any InstanceStorage) {
        self.init(name, .stored(storage), origin: .custom)
    }

    /// Whether two scopes were made alike.
    public static func == (left: Self, right: Self) -> Bool {
        left.definition === right.definition
            || (left.definition.origin != .builtIn && left.definition.origin == right.definition.origin
                && left.description == right.description)
    }

    /// Hashes the parts that equal scopes have in common: the description, and the clock if there is one.
    public func hash(into hasher: inout Hasher) { hasher.combine(definition.hash) }
}

// MARK: - Built-in scopes

extension Scope {
    /// A new instance for every request: the default.
    public static let unique = Scope("unique", .unique)

    /// One instance for each outermost request, shared by everything that is built for it.
    public static let graph = Scope("graph", .graph)

    /// One instance in the owning container, until it is reset.
    public static let cached = Scope("cached", .kept)

    /// One instance in the owning container while something else holds it, or until it is reset.
    ///
    /// The instance is held weakly, so it has to be an object; its type may be a protocol or an `Optional`, whose `nil`
    /// is given out and not kept. A request for anything else fails with
    /// ``ResolutionError/Code/scopeRequiresReference``, and so does one for `any Error`, whose box hides the object:
    /// register the class, with `any Error` as its alias.
    public static let shared = Scope("shared", .shared)

    /// One instance in each container that is asked.
    public static let container = Scope("container", .container)

    /// One instance in the owning container, until the container is gone, or until it is reset.
    public static let singleton = Scope("singleton", .kept)

    /// Keeps instances as ``cached`` does, under a name that can be reset separately.
    public static func cached(_ name: String) -> Scope {
        Scope("cached(\"\(name)\")", .kept, origin: .named)
    }

    /// Keeps instances as ``cached`` does, until they are older than `duration`.
    ///
    /// - Parameters:
    ///   - duration: The age, counted from the end of the build, at which an instance is built anew.
    ///   - clock: The clock that measures the age; a test may supply one of its own. Two scopes of one duration are
    ///     equal if their clocks are the same object, or are values of the same type.
    @inlinable  // So that the program has a closure for its clock, and not one for all types of clocks.
    public static func cached<C: Clock>(for duration: Duration, clock: C = ContinuousClock()) -> Scope
    where C.Duration == Duration {
        let start = clock.now
        return Scope(cachedFor: duration, clock: clock) { start.duration(to: clock.now) }
    }

    /// Creates the scope of instances that grow too old.
    ///
    /// - Parameter now: The time that the clock shows.
    @usableFromInline
    init<C: Clock>(cachedFor duration: Duration, clock: C, now: @escaping @Sendable () -> Duration) {
        let isObject = type(of: clock) is AnyClass
        let origin = isObject ? ObjectIdentifier(clock as AnyObject) : ObjectIdentifier(C.self)
        self.init(
            "cached(for: \(duration))",
            .expiring(AgeLimit(duration, now: now)),
            origin: .clock(origin, age: duration)
        )
    }
}

/// The age at which the instances of a scope are built anew; an object, since each of them refers to it.
final class AgeLimit: Sendable {
    let duration: Duration
    /// The time on the user's clock.
    let now: @Sendable () -> Duration

    init(_ duration: Duration, now: @escaping @Sendable () -> Duration) {
        (self.duration, self.now) = (duration, now)
    }
}

extension Scope.Lifetime {
    /// Whether later requests may get an instance.
    var outlivesRequests: Bool {
        switch self {
        case .unique, .graph: false
        case .kept, .expiring, .shared, .container, .stored: true
        }
    }

    /// Whether instances are built in the container that was asked, and not in the one that owns the registration.
    var isOfAskedContainer: Bool {
        switch self {
        case .unique, .graph, .container: true
        case .kept, .expiring, .shared, .stored: false
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

/// A place in which a custom scope keeps one instance.
///
/// There is one storage for each container, key and list of argument values. A storage that gives `nil` asks for a new
/// build; setting `nil` drops the instance. Both are called from any thread and under no lock, so a storage guards its
/// own state.
public protocol InstanceStorage: AnyObject, Sendable {
    /// The kept instance, if there is one.
    var instance: Any? { get set }
}
