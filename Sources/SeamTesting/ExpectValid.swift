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
/// Nothing is kept: see ``Seam/Container/validate(_:)``. If services could not be checked, the issue lists them too; if
/// the container has no faults, the test has a warning that lists them. Before Swift 6.3, which has no warnings of
/// tests, the list is an attachment of the test.
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
    report(validation(of: container, samples), at: sourceLocation)
}

/// Validates a container on a thread of its own, and records an issue that lists all findings if it has faults.
///
/// ```swift
/// @Test func everyServiceCanBeBuilt() async {
///     await expectValid(.main)
/// }
/// ```
///
/// The main actor is free meanwhile, even if the test runs there: so services that need it are checked too. A factory
/// of the main actor has to end within a second, and the other tests have to leave the main actor free for that time.
/// Factories do not see the task-local values of the test. Everything else is as without `await`.
///
/// - Parameters:
///   - container: The container to validate; the current one by default.
///   - sourceLocation: The place of the issue.
///   - samples: A closure that adds argument values for registrations with arguments; called on that thread.
public func expectValid(
    _ container: Container = .current,
    sourceLocation: SourceLocation = #_sourceLocation,
    _ samples: @escaping @Sendable (inout ValidationSamples) -> Void = { _ in }
) async {
    let result = await withCheckedContinuation { continuation in
        detachThread { continuation.resume(returning: validation(of: container, samples)) }
    }
    report(result, at: sourceLocation)
}

/// Validates a container on the calling thread.
///
/// - Returns: The text about the services that were not checked, if there are any.
private func validation(
    of container: Container,
    _ samples: (inout ValidationSamples) -> Void
) -> Result<String?, ValidationError> {
    Result { () throws(ValidationError) in
        let unchecked = try container.uncheckedServices(samples)
        return unchecked.isEmpty ? nil : ValidationError.text(ofUnchecked: unchecked)
    }
}

/// Records the result of a validation in the current test.
private func report(_ result: Result<String?, ValidationError>, at location: SourceLocation) {
    switch result {
    case .success(let unchecked): if let unchecked { warn(unchecked, at: location) }
    case .failure(let error): Issue.record(Comment(rawValue: error.description), sourceLocation: location)
    }
}

#if compiler(>=6.3)
/// Records a warning of the current test.
private func warn(_ text: String, at location: SourceLocation) {
    Issue.record(Comment(rawValue: text), severity: .warning, sourceLocation: location)
}
#else
/// Attaches a text to the current test: its issues are errors.
private func warn(_ text: String, at location: SourceLocation) {
    Attachment.record(text, named: "Unchecked services.txt", sourceLocation: location)
}
#endif
