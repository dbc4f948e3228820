/// The faults that a validation has found.
public struct ValidationError: Error, Sendable, CustomStringConvertible {
    /// The faults, each once.
    public let findings: [ValidationFinding]
    /// The services that could not be checked, for the reasons that ``Container/uncheckedServices(_:)`` gives.
    public let unchecked: [ServiceKey]

    /// Whether the validation occupied the main actor.
    private let wasOnMainActor = MainActorCheck.isOnMainActor

    init(findings: [ValidationFinding], unchecked: [ServiceKey]) {
        (self.findings, self.unchecked) = (findings, unchecked)
    }

    /// The number of faults, then each with its path and remedy.
    public var description: String {
        let count = findings.count == 1 ? "1 fault" : "\(findings.count) faults"
        var lines = ["The container has \(count):"]
        for (index, finding) in findings.enumerated() {
            let text = finding.description.replacing("\n", with: "\n   ")
            lines.append("\(index + 1). \(text)")
        }
        if !unchecked.isEmpty {
            lines.append(Self.text(ofUnchecked: unchecked, onMainActor: wasOnMainActor))
        }
        return lines.joined(separator: "\n")
    }

    /// The line about the services that were not checked, for a caller on the thread of the validation.
    package static func text(ofUnchecked services: [ServiceKey]) -> String {
        text(ofUnchecked: services, onMainActor: MainActorCheck.isOnMainActor)
    }

    private static func text(ofUnchecked services: [ServiceKey], onMainActor: Bool) -> String {
        let list = services.map(\.description).joined(separator: ", ")
        let remedy =
            onMainActor
            ? " To check what waits for the main actor, validate off it: with `await expectValid`, or in a `@concurrent` "
                + "function."
            : ""
        return
            "Not checked, since they wait for the main actor, took too long, or may need such a service: \(list).\(remedy)"
    }
}

/// One fault of a container's registrations.
public struct ValidationFinding: Sendable, CustomStringConvertible {
    /// The kind of a fault.
    ///
    /// Later versions may add kinds.
    public struct Kind: Hashable, Sendable, CustomStringConvertible {
        /// The name of the kind.
        public let description: String

        /// A service is needed that is not registered, or not with such arguments.
        public static let missing = Kind(description: "missing")
        /// A service needs itself.
        public static let cycle = Kind(description: "cycle")
        /// A kept service holds one that is kept for a shorter time.
        public static let captive = Kind(description: "captive")
        /// An instance does not implement the type of an alias, or an alias leads back to itself.
        public static let incompatibleAlias = Kind(description: "incompatibleAlias")
        /// A factory, decorator or hook threw, or the service cannot be built as it is asked for.
        public static let factoryFailed = Kind(description: "factoryFailed")
        /// A registration with arguments was not built, since there are no sample values for them.
        public static let sampleNeeded = Kind(description: "sampleNeeded")
    }

    /// The kind of the fault.
    public let kind: Kind
    /// The service at fault, which is the last one of the path.
    public let key: ServiceKey
    /// The services from a registration to the one at fault.
    public let path: [ServiceKey]
    /// The place of the failing request or of the registration in the source.
    public let location: CallSite?
    private let text: String

    init(_ kind: Kind, path: [ServiceKey], location: CallSite?, text: ErrorText) {
        self.kind = kind
        self.path = path
        self.location = location
        key = path.last ?? ServiceKey(Container.self)
        self.text = text.rendered(path: path, location: location)
    }

    /// Creates the finding for a failed request.
    init(_ kind: Kind, _ error: ResolutionError, path: [ServiceKey]? = nil) {
        self.kind = kind
        let error = path.map { ResolutionError(error, path: $0) } ?? error
        self.path = error.path
        location = error.location
        key = error.path.last ?? ServiceKey(Container.self)
        text = error.description
    }

    /// The fault in a sentence, its path, and a remedy.
    public var description: String { text }
}
