/// A condition for a registration, decided once, when `register` is called.
///
/// If it is false, `register` changes nothing. In ``Factory/when(_:_:)``, a condition is decided when the service is
/// built.
public struct RegistrationCondition: Sendable {
    /// The form of a condition; one word, since every registration copies it.
    private enum Rule: Sendable {
        case always
        case never
        case ifAbsent
        case debug
        case testing
        case preview
        case simulator
        indirect case argument(String)
        indirect case environment(String, String?)
    }

    private let rule: Rule

    private init(_ rule: Rule) { self.rule = rule }

    /// Always holds: the default.
    public static let always = RegistrationCondition(.always)

    /// Holds if the key has no registration, neither here nor in a parent.
    public static let ifAbsent = RegistrationCondition(.ifAbsent)

    /// Holds if this library was built without optimisation.
    public static let debug = RegistrationCondition(.debug)

    /// Holds if the process was started to run tests, as its environment or arguments show.
    public static let testing = RegistrationCondition(.testing)

    /// Holds if the process is an Xcode preview.
    public static let preview = RegistrationCondition(.preview)

    /// Holds if the process runs in a simulator.
    public static let simulator = RegistrationCondition(.simulator)

    /// Holds if the process was launched with the given argument.
    public static func argument(_ argument: String) -> Self {
        RegistrationCondition(.argument(argument))
    }

    /// Holds if an environment variable is set, and has the given value if there is one.
    public static func environment(_ key: String, _ value: String? = nil) -> Self {
        RegistrationCondition(.environment(key, value))
    }

    /// Holds if the value is true.
    public static func when(_ condition: Bool) -> Self {
        RegistrationCondition(condition ? .always : .never)
    }

    func holds(for entry: RegistryEntry, in container: Container) -> Bool {
        guard isIfAbsent else { return holdsNow }
        return container.nearestEntry(signature: entry.signature, entry.name) == nil
    }

    /// Whether the key has to be absent.
    var isIfAbsent: Bool { if case .ifAbsent = rule { true } else { false } }

    /// Whether the condition holds in this process, for a key that is absent.
    var holdsNow: Bool {
        switch rule {
        case .always, .ifAbsent: true
        case .never: false
        case .debug: LaunchEnvironment.isDebugBuild
        case .testing: LaunchEnvironment.isTesting
        case .preview: LaunchEnvironment.variable("XCODE_RUNNING_FOR_PREVIEWS") == "1"
        case .simulator: LaunchEnvironment.isSimulator
        case .argument(let argument): LaunchEnvironment.hasArgument(argument)
        case .environment(let key, let value):
            LaunchEnvironment.variable(key).map { value == nil || value == $0 } ?? false
        }
    }
}

extension RegistrationCondition: CustomStringConvertible {
    /// The condition as source code writes it.
    public var description: String {
        switch rule {
        case .always: ".always"
        case .never: ".when(false)"
        case .ifAbsent: ".ifAbsent"
        case .debug: ".debug"
        case .testing: ".testing"
        case .preview: ".preview"
        case .simulator: ".simulator"
        case .argument(let argument): ".argument(\"\(argument)\")"
        case .environment(let key, let value):
            ".environment(\"\(key)\"\(value.map { ", \"\($0)\"" } ?? ""))"
        }
    }
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
