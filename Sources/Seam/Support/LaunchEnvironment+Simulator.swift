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
