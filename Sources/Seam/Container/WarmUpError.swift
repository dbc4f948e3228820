/// What was not ready when the time for warming up was over.
public struct WarmUpError: Error, Sendable, CustomStringConvertible {
    /// The singletons that are still being built.
    public let pending: [ServiceKey]

    /// The services that are not ready.
    public var description: String {
        "Not ready in time: \(pending.map(\.description).joined(separator: ", "))."
    }
}
