/// A condition for a registration, decided once, when `register` is called.
///
/// If it is false, `register` changes nothing. In ``Factory/when(_:_:)``, a condition is decided when the service is
/// built.
public struct RegistrationCondition: Sendable, CustomStringConvertible {
    private final class Rule: Sendable {
        /// The condition as source code writes it.
        let text: @Sendable () -> String
        /// Whether the condition holds in this process, for a key that is absent.
        let holds: @Sendable () -> Bool

        init(_ text: @escaping @Sendable () -> String, _ holds: @escaping @Sendable () -> Bool) {
            (self.text, self.holds) = (text, holds)
        }
    }

    /// The rule, or `nil` for the default; one word, since every registration copies it.
    private let rule: Rule?

    private init() { rule = nil }

    private init(_ text: @autoclosure @escaping @Sendable () -> String, _ holds: @escaping @Sendable () -> Bool) {
        rule = Rule(text, holds)
    }

    private static let never = Self(".when(false)") { false }

    /// Always holds: the default.
    public static let always = Self()

    /// Holds if the key has no registration, neither here nor in a parent.
    public static let ifAbsent = Self(".ifAbsent") { true }

    /// Holds if this library was built without optimisation.
    public static let debug = Self(".debug") { LaunchEnvironment.isDebugBuild }

    /// Holds if the process was started to run tests, as its environment or arguments show.
    public static let testing = Self(".testing") { LaunchEnvironment.isTesting }

    /// Holds if the process is an Xcode preview.
    public static let preview = Self(".preview") { LaunchEnvironment.variable("XCODE_RUNNING_FOR_PREVIEWS") == "1" }

    /// Holds if the process runs in a simulator.
    public static let simulator = Self(".simulator") { LaunchEnvironment.isSimulator }

    /// Holds if the process was launched with the given argument.
    public static func argument(_ argument: String) -> Self {
        Self(".argument(\"\(argument)\")") { LaunchEnvironment.hasArgument(argument) }
    }

    /// Holds if an environment variable is set, and has the given value if there is one.
    public static func environment(_ key: String, _ value: String? = nil) -> Self {
        Self(".environment(\"\(key)\"\(value.map { ", \"\($0)\"" } ?? ""))") {
            LaunchEnvironment.variable(key).map { value == nil || value == $0 } ?? false
        }
    }

    /// Holds if the value is true.
    public static func when(_ condition: Bool) -> Self { condition ? .always : .never }

    /// The condition as source code writes it.
    public var description: String { rule?.text() ?? ".always" }

    func holds(for entry: RegistryEntry, in container: Container) -> Bool {
        guard isIfAbsent else { return holdsNow }
        return container.nearestEntry(signature: entry.signature, entry.name) == nil
    }

    /// Whether the key has to be absent.
    var isIfAbsent: Bool { rule != nil && rule === Self.ifAbsent.rule }

    /// Whether the condition holds in this process, for a key that is absent.
    var holdsNow: Bool { rule?.holds() ?? true }
}

// MARK: - Skipped registrations

/// A registration that was not made, because its condition was false.
struct SkippedRegistration: Sendable {
    let key: ServiceKey
    let site: StaticCallSite
    let condition: RegistrationCondition

    /// The end of a line about the registration, whose subject comes before it.
    var text: String { "at \(site.callSite) was skipped: its condition `\(condition)` was false." }

    /// The numbers of types and names that a container remembers, and of places for each of their keys.
    fileprivate static var limit: (groups: Int, places: Int) { (256, 4) }
}

extension Container {
    /// Remembers a registration that was not made, for texts: the last few places of some types and names.
    func note(_ skipped: SkippedRegistration) {
        let group = KeyGroup(type: ObjectIdentifier(skipped.key.type), name: skipped.key.name)
        state.withLock { state in
            guard state.skipped[group] != nil || state.skipped.count < SkippedRegistration.limit.groups else { return }
            var places = state.skipped[group] ?? []
            places.removeAll { $0.key == skipped.key && $0.site == skipped.site }
            let ofKey = places.indices.filter { places[$0].key == skipped.key }
            if ofKey.count >= SkippedRegistration.limit.places { places.remove(at: ofKey[0]) }
            state.skipped[group] = places + [skipped]
        }
    }

    /// The registrations of a type and name that were not made here or above, because their conditions were false.
    func skippedRegistrations(of type: any Any.Type, name: ServiceName?) -> [SkippedRegistration] {
        let group = KeyGroup(type: ObjectIdentifier(type), name: name)
        return chain.flatMap { container in container.state.withLock { $0.skipped[group] ?? [] } }
    }
}
