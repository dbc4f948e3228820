/// The cost of starting a program that registers its services and asks for a first one.
struct LaunchReport: Equatable, Sendable, Codable {
    /// One value of each side.
    struct Comparison: Equatable, Sendable, Codable {
        let floor: Double
        let seam: Double
    }

    /// The number of registered services.
    let services: Int
    /// The very first time in this process, in microseconds: a single sample.
    let first: Comparison
    /// Once the process is warm, in microseconds.
    let repeated: Comparison
    /// The ratio of a warm launch to its floor.
    let ratio: Distribution
    /// Resident bytes for one registration; `nil` if the system does not report them.
    let bytesPerRegistration: Comparison?
}
