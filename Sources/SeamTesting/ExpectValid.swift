public import Seam
public import Testing

/// Validates a container, and records an issue that lists all findings if it has faults.
///
/// ```swift
/// @Test func everyServiceCanBeBuilt() {
///     expectValid(.main)
/// }
/// ```
///
/// Nothing is kept: see ``Seam/Container/validate(_:)``.
///
/// - Parameters:
///   - container: The container to validate; the current one by default.
///   - sourceLocation: The place of the issue.
///   - samples: A closure that adds argument values for registrations with arguments.
public func expectValid(
    _ container: Container = .current,
    sourceLocation: SourceLocation = #_sourceLocation,
    _ samples: (inout ValidationSamples) -> Void = { _ in }
) {
    do throws(ValidationError) {
        try container.validate(samples)
    } catch {
        Issue.record(Comment(rawValue: error.description), sourceLocation: sourceLocation)
    }
}
