import Foundation

/// A place that sign-ups come from.
protocol SignUpSource: Sendable {
    /// The name of the source in reports.
    var name: String { get }

    /// The lines of the source.
    func read() throws(SourceError) -> Data
}

/// The failure to read sign-ups.
struct SourceError: Error, Equatable {
    let source: String
    let reason: String
}

extension SourceError: CustomStringConvertible {
    var description: String { "\(source) cannot be read (\(reason))" }
}
