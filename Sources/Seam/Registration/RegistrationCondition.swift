/// A condition for a registration, decided once, when `register` is called.
///
/// If it is false, `register` changes nothing.
public struct RegistrationCondition: Sendable {
    /// The form of a condition.
    private enum Rule: Sendable {
        case constant(Bool)
        case ifAbsent
    }

    private let rule: Rule

    private init(_ rule: Rule) { self.rule = rule }

    /// No condition: the default.
    public static let always = RegistrationCondition(.constant(true))

    /// The key has no registration, neither here nor in a parent.
    public static let ifAbsent = RegistrationCondition(.ifAbsent)

    /// This library was built without optimisation.
    public static var debug: Self { .when(LaunchEnvironment.isDebugBuild) }

    /// The process runs tests: XCTest or Swift Testing is loaded.
    public static var testing: Self { .when(LaunchEnvironment.isTesting) }

    /// The process is an Xcode preview.
    public static var preview: Self { .environment("XCODE_RUNNING_FOR_PREVIEWS", "1") }

    /// The process runs in a simulator.
    public static var simulator: Self { .when(LaunchEnvironment.isSimulator) }

    /// The process was launched with the given argument.
    public static func argument(_ argument: String) -> Self {
        .when(CommandLine.arguments.contains(argument))
    }

    /// An environment variable is set, and has the given value if there is one.
    public static func environment(_ key: String, _ value: String? = nil) -> Self {
        guard let found = LaunchEnvironment.variable(key) else { return .when(false) }
        return .when(value == nil || value == found)
    }

    /// The value is true.
    public static func when(_ condition: Bool) -> Self {
        RegistrationCondition(.constant(condition))
    }

    func holds(for entry: RegistryEntry, in container: Container) -> Bool {
        switch rule {
        case .constant(let value): value
        case .ifAbsent:
            container.nearestEntry(signature: entry.signature, name: entry.name) == nil
        }
    }
}
