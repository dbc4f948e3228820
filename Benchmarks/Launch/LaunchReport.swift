/// Costs of the start of a program that registers its services and asks for a first one.
struct LaunchReport: Equatable, Sendable, Codable {
    /// One value of each side, the median of several processes.
    struct Comparison: Equatable, Sendable, Codable {
        let floor: Double
        let seam: Double
    }

    /// The number of registered services.
    let services: Int
    /// The first time in a process, with a first resolution, in microseconds.
    let cold: Comparison
    /// The registrations alone, if everything is warm, in microseconds.
    let warm: Comparison
    /// Resident bytes for one registration; `nil` if the system does not tell.
    let bytesPerRegistration: Comparison?
}
