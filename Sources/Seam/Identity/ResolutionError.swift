/// The reason why a service could not be resolved, with its path, its place in the source and a remedy.
///
/// The `try` and async forms of resolution throw it; the other forms stop the program with its ``description``.
public struct ResolutionError: Error, Sendable, CustomStringConvertible {
    /// The kind of a failure.
    ///
    /// Later versions may add codes.
    public struct Code: Hashable, Sendable, CustomStringConvertible {
        /// The name of the code.
        public let description: String

        /// Nothing is registered under the key.
        public static let notRegistered = Code(description: "notRegistered")
        /// The service is registered only with other arguments, or several registrations accept the given ones.
        public static let argumentMismatch = Code(description: "argumentMismatch")
        /// The service depends on itself: on one thread, or in a circle of threads and tasks that wait for each other.
        public static let circularDependency = Code(description: "circularDependency")
        /// A factory, decorator or hook threw.
        public static let factoryFailed = Code(description: "factoryFailed")
        /// An async service was asked for synchronously.
        public static let requiresAsync = Code(description: "requiresAsync")
        /// A main-actor service was asked for elsewhere, synchronously.
        public static let requiresMainActor = Code(description: "requiresMainActor")
        /// The scope holds its instance weakly, and the instance is not an object.
        public static let scopeRequiresReference = Code(description: "scopeRequiresReference")
        /// The instance does not have the type of the alias, or aliases form a circle.
        public static let incompatibleAlias = Code(description: "incompatibleAlias")
        /// The container was shut down, or is gone.
        public static let containerClosed = Code(description: "containerClosed")
        /// Requests are nested more deeply than the stack of the thread allows.
        public static let tooDeep = Code(description: "tooDeep")
    }

    /// One allocation, so that throwing moves a single word; the text is composed when it is read.
    private final class Storage: Sendable {
        let code: Code
        let path: [ServiceKey]
        let underlying: (any Error)?
        let site: StaticCallSite?
        let text: @Sendable () -> ErrorText

        init(
            _ code: Code,
            _ path: [ServiceKey],
            _ underlying: (any Error)?,
            _ site: StaticCallSite?,
            _ text: @escaping @Sendable () -> ErrorText
        ) {
            self.code = code
            self.path = path
            self.underlying = underlying
            self.site = site?.isOfAlias == true ? nil : site
            self.text = text
        }
    }

    private let storage: Storage

    init(
        _ code: Code,
        path: [ServiceKey],
        underlying: (any Error)? = nil,
        site: StaticCallSite?,
        text: @escaping @autoclosure @Sendable () -> ErrorText
    ) {
        storage = Storage(code, path, underlying, site, text)
    }

    /// The kind of the failure.
    public var code: Code { storage.code }

    /// The services from the outermost request to the one that failed.
    ///
    /// For ``Code/tooDeep``, it has only the first ten and the last ten of them.
    public var path: [ServiceKey] { storage.path }

    /// The error that a factory, decorator or hook threw, for ``Code/factoryFailed``.
    public var underlying: (any Error)? { storage.underlying }

    /// The place of the failing request in the source.
    ///
    /// If an autowired initialiser has made the request, it is the place of the registration.
    public var location: CallSite? { storage.site?.callSite }

    /// The whole text: the failure, the path, near misses and a remedy.
    ///
    /// The text is composed when this is read.
    ///
    /// - Complexity: O(*n*) in the number of containers that were searched: some registrations of each are compared.
    public var description: String { storage.text().rendered(path: path, location: location) }

    /// Stops the program with a text, at the place of the failing request.
    func trap(text: String) -> Never {
        guard let site = storage.site else { fatalError("\n" + text) }
        site.trap(text)
    }

    /// Creates a failure that differs from another one only by its path, or also by the place of the request.
    init(_ error: ResolutionError, path: [ServiceKey], site: StaticCallSite? = nil) {
        let other = error.storage
        // The closure is passed on: a new one around it would keep the former error, and a long chain would keep all.
        storage = Storage(other.code, path, other.underlying, site ?? other.site, other.text)
    }

    /// Whether the place of the request is known.
    var hasSite: Bool { storage.site != nil }

    /// The failure with the services of an outer request before its path.
    ///
    /// A ``Code/tooDeep`` failure has its whole path already.
    func prefixed(by outer: [ServiceKey]) -> ResolutionError {
        guard code != .tooDeep else { return self }
        return ResolutionError(self, path: outer + path)
    }
}

// MARK: - The text

/// The parts of an error's text that do not follow from its path: a summary, notes and a remedy.
struct ErrorText: Sendable {
    /// The failure in one sentence.
    let summary: String
    /// Lines about near misses.
    var notes: [String] = []
    /// The remedy in one sentence, which follows "To fix it,".
    let remedy: String
    /// The number of services that are left out in the middle of the path.
    var omitted = 0
    /// The meaning of the place in the source.
    var place = "asked for"

    /// The end of a list that leaves out some of its elements.
    static func andMore(_ count: Int) -> String { count > 0 ? ", and \(count) more" : "" }

    /// The text as users see it.
    func rendered(path: [ServiceKey], location: CallSite?) -> String {
        var lines = [summary]
        if !path.isEmpty {
            let asked = location.map { "   (\(place) at \($0))" } ?? ""
            lines.append("  Path: " + arrows(path) + asked)
        }
        lines += notes.map { "  " + $0 }
        lines.append("  To fix it, " + remedy)
        return lines.joined(separator: "\n")
    }

    /// The path on one line; a long one is shortened in the middle.
    private func arrows(_ path: [ServiceKey]) -> String {
        let omitted = omitted + max(0, path.count - 2 * Self.listed)
        guard omitted > 0 else { return path.texts.joined(separator: " → ") }
        let head = path.prefix(Self.listed).texts
        let tail = path.suffix(min(Self.listed, path.count - head.count)).texts
        return (head + ["… \(omitted) more …"] + tail).joined(separator: " → ")
    }

    /// The number of services that are listed at each end of a long path.
    static var listed: Int { 10 }
}
