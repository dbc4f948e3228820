#if canImport(Darwin)
internal import Darwin
#elseif canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Android)
internal import Android
#endif

/// The arguments and environment variables of the process, for registration conditions.
///
/// The C string of a variable is copied at once. As for every reader of the environment, a program must not change it
/// on another thread at the same time.
enum LaunchEnvironment {
    static func variable(_ key: String) -> String? {
        unsafe getenv(key).map { unsafe String(cString: $0) }
    }

    /// Whether the library was built without optimisation: only then are assertions evaluated.
    static var isDebugBuild: Bool {
        var isDebug = false
        assert(
            {
                isDebug = true
                return true
            }()
        )
        return isDebug
    }

    /// Whether the process was started with an argument.
    static func hasArgument(_ argument: String) -> Bool { arguments.contains(argument) }

    /// The arguments of the process; read once, since a declared service decides its conditions at each build.
    private static let arguments = Set(CommandLine.arguments)

    /// Whether the process was started to run tests, as its environment or arguments show.
    static let isTesting =
        ["XCTestConfigurationFilePath", "XCTestBundlePath", "SWIFT_TESTING_ENABLED"].contains { variable($0) != nil }
        || arguments.contains { $0.hasSuffix(".xctest") || $0.contains("--testing-library") }
}

#if targetEnvironment(simulator)
extension LaunchEnvironment {
    /// Whether the process runs in a simulator.
    static let isSimulator = true
}
#else
extension LaunchEnvironment {
    /// Whether the process runs in a simulator.
    static let isSimulator = false
}
#endif
