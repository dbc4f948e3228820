/// The reason why a service could not be resolved: what failed, on which path, where, and what to do about it.
///
/// Thrown by the `try` forms of resolution; the other forms stop the program with its ``description``.
public struct ResolutionError: Error, Sendable, CustomStringConvertible {
    /// What kind of failure it is.
    ///
    /// New codes may be added.
    public struct Code: Hashable, Sendable, CustomStringConvertible {
        /// The name of the code.
        public let description: String

        /// Nothing is registered under the key.
        public static let notRegistered = Code(description: "notRegistered")
        /// The service is registered with other arguments.
        public static let argumentMismatch = Code(description: "argumentMismatch")
        /// The service is needed to build itself, on this thread or in a circle of threads.
        public static let circularDependency = Code(description: "circularDependency")
        /// A factory, decorator or hook threw.
        public static let factoryFailed = Code(description: "factoryFailed")
        /// An async service was asked for synchronously.
        public static let requiresAsync = Code(description: "requiresAsync")
        /// A main-actor service was asked for elsewhere, synchronously.
        public static let requiresMainActor = Code(description: "requiresMainActor")
        /// The scope holds its instance weakly, and the instance is no object.
        public static let scopeRequiresReference = Code(description: "scopeRequiresReference")
        /// The instance is not what an alias promises.
        public static let incompatibleAlias = Code(description: "incompatibleAlias")
        /// The container was shut down.
        public static let containerClosed = Code(description: "containerClosed")
        /// Requests are nested more deeply than the stack of the thread allows.
        public static let tooDeep = Code(description: "tooDeep")
    }

    /// One allocation, so that throwing moves a single word; the text is composed when somebody reads it.
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
            self.site = site
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

    /// What kind of failure it is.
    public var code: Code { storage.code }

    /// The services from what was asked to where it failed.
    public var path: [ServiceKey] { storage.path }

    /// What a factory, decorator or hook threw, for ``Code/factoryFailed``.
    public var underlying: (any Error)? { storage.underlying }

    /// Where the failing request was written; in a registration, where that stands.
    public var location: CallSite? { storage.site?.callSite }

    /// What failed, the path, what was nearly right, and what to do.
    ///
    /// - Complexity: O(*n*) in the length of the path.
    public var description: String { storage.text().rendered(path: path, location: location) }

    /// Ends the program with the text, at the place of the failing request.
    @usableFromInline @inline(never)
    func stopProgram() -> Never {
        guard let site = storage.site else { fatalError("\n" + description) }
        fatalError("\n" + description, file: site.fileID, line: site.line)
    }

    /// The error itself, where `rethrows` has lost its type: only resolution errors get there.
    @usableFromInline @inline(never)
    init(erased error: any Error) {
        self = error as! ResolutionError
    }

    /// Creates a failure that differs from another one by its path.
    init(_ error: ResolutionError, path: [ServiceKey]) {
        self.init(
            error.code,
            path: path,
            underlying: error.underlying,
            site: error.storage.site,
            text: error.storage.text()
        )
    }

    /// The failure as a request further out sees it.
    ///
    /// That of a request which is nested too deeply has its path already.
    func prefixed(by outer: [ServiceKey]) -> ResolutionError {
        guard code != .tooDeep else { return self }
        return ResolutionError(self, path: outer + path)
    }
}

// MARK: - The text

/// The parts of an error's text that do not follow from its path: one sentence, what else to know, and the cure.
struct ErrorText: Sendable {
    /// What failed, in one sentence.
    let summary: String
    /// What the reader might mix it up with, a line each.
    var notes: [String] = []
    /// What to do, in one sentence.
    let cure: String
    /// The number of services that are left out in the middle of the path.
    var omitted = 0

    /// The text as users see it.
    func rendered(path: [ServiceKey], location: CallSite?) -> String {
        var lines = [summary]
        if !path.isEmpty {
            let asked = location.map { "   (asked for at \($0))" } ?? ""
            lines.append("  Path: " + arrows(path) + asked)
        }
        lines += notes.map { "  " + $0 }
        lines.append("  To fix it, " + cure)
        return lines.joined(separator: "\n")
    }

    /// The path on one line; a long one is shortened in the middle.
    private func arrows(_ path: [ServiceKey]) -> String {
        let omitted = omitted + max(0, path.count - 2 * Self.listed)
        guard omitted > 0 else { return path.map(\.description).joined(separator: " → ") }
        let head = path.prefix(Self.listed).map(\.description)
        let tail = path.suffix(min(Self.listed, path.count - head.count)).map(\.description)
        return (head + ["… \(omitted) more …"] + tail).joined(separator: " → ")
    }

    /// The services that are listed at each end of a long path.
    static var listed: Int { 10 }
}
