import Foundation

/// A place that sign-ups come from.
protocol SignUpSource: Sendable {
    /// What the report calls this source.
    var name: String { get }

    /// Everything that there is to sign up.
    func read() throws(SourceError) -> Data
}

/// The sign-ups could not be read.
struct SourceError: Error, Equatable {
    let source: String
    let reason: String
}

extension SourceError: CustomStringConvertible {
    var description: String { "\(source) cannot be read (\(reason))" }
}
