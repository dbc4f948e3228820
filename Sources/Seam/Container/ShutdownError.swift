/// What failed while a container was shut down; everything else was disposed of all the same.
public struct ShutdownError: Error, Sendable, CustomStringConvertible {
    /// One instance that could not be disposed of.
    public struct Failure: Sendable, CustomStringConvertible {
        /// The service.
        public let key: ServiceKey
        /// What its `onDispose` threw.
        public let error: any Error

        /// The service and the error, on one line.
        public var description: String { "\(key): \(error)" }
    }

    /// The failures, in the order of disposal.
    public let failures: [Failure]

    /// A line for each failure.
    public var description: String {
        let count = failures.count == 1 ? "One service" : "\(failures.count) services"
        return (["\(count) could not be disposed of:"] + failures.map { "  \($0)" }).joined(separator: "\n")
    }
}
