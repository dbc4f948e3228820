/// What starting a program costs that registers its services and asks for a first one.
struct LaunchReport: Equatable, Sendable, Codable {
    /// One value of each side.
    struct Comparison: Equatable, Sendable, Codable {
        let floor: Double
        let seam: Double
    }

    /// How many services are registered.
    let services: Int
    /// The very first time in this process, in microseconds: a single sample.
    let first: Comparison
    /// Once the process is warm, in microseconds.
    let repeated: Comparison
    /// How many times its floor a warm launch took.
    let ratio: Distribution
    /// Resident bytes for one registration; `nil` where the system does not tell.
    let bytesPerRegistration: Comparison?
}
