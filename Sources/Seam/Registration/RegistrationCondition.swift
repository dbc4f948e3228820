/// When a registration is to be made.
///
/// Decided once, when `register` is called.
public struct RegistrationCondition: Sendable {
    /// What the condition is decided by.
    private enum Rule: Sendable {
        case constant(Bool)
        case ifAbsent
    }

    private let rule: Rule

    private init(_ rule: Rule) { self.rule = rule }

    /// Always: the default.
    public static let always = RegistrationCondition(.constant(true))

    /// Where the key has no registration, here or in a parent.
    public static let ifAbsent = RegistrationCondition(.ifAbsent)

    /// In a debug build of this library.
    public static var debug: Self { .when(LaunchEnvironment.isDebugBuild) }

    /// In a process that runs tests: XCTest or Swift Testing is loaded.
    public static var testing: Self { .when(LaunchEnvironment.isTesting) }

    /// In an Xcode preview.
    public static var preview: Self { .environment("XCODE_RUNNING_FOR_PREVIEWS", "1") }

    /// In a simulator.
    public static var simulator: Self { .when(LaunchEnvironment.isSimulator) }

    /// Where the process was launched with the given argument.
    public static func argument(_ argument: String) -> Self {
        .when(CommandLine.arguments.contains(argument))
    }

    /// Where an environment variable is set, and has the given value if there is one.
    public static func environment(_ key: String, _ value: String? = nil) -> Self {
        guard let found = LaunchEnvironment.variable(key) else { return .when(false) }
        return .when(value == nil || value == found)
    }

    /// Where the value is true.
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
