/// Measurements of one side, from one process.
struct LaunchSample: Equatable, Sendable, Codable {
    /// Nanoseconds until the services are registered and the first one is made, in a process that just started.
    let cold: Double
    /// Nanoseconds for one registration, if everything is warm.
    let registration: Double
    /// Resident bytes for one registration; `nil` if the system does not tell.
    let bytesPerRegistration: Double?
}
