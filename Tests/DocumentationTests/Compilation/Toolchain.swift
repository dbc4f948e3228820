#if os(Linux)
import Foundation

/// The compiler that belongs to the standard library this process runs on.
struct Toolchain: Sendable {
    /// The outcome of a run of the compiler.
    struct Outcome: Sendable {
        let succeeded: Bool
        /// The printed text.
        let output: String
    }

    private let compiler: URL

    /// Finds the compiler four folders above the standard library, as toolchains keep it.
    ///
    /// - Throws: ``ToolchainError`` if there is none, for example with a statically linked standard library.
    init() throws {
        // Read in steps up to its end, because the file reports a size of zero.
        let mappings = try FileHandle(forReadingFrom: URL(filePath: "/proc/self/maps")).readToEnd() ?? Data()
        let library = String(decoding: mappings, as: UTF8.self)
            .split(separator: "\n")
            .first { $0.hasSuffix("/libswiftCore.so") }
        guard let path = library?.drop(while: { $0 != "/" }) else { throw ToolchainError(looked: "/proc/self/maps") }
        compiler = URL(filePath: "\(path)/../../../../bin/swiftc").standardized
        guard FileManager.default.isExecutableFile(atPath: compiler.path) else {
            throw ToolchainError(looked: compiler.path)
        }
    }

    /// The folder of the module that package manifests import.
    var manifestInterface: URL { URL(filePath: "\(compiler.path)/../../lib/swift/pm/ManifestAPI").standardized }

    /// Runs the compiler without blocking a thread, and collects what it prints in `log`.
    func run(_ arguments: [String], log: URL) async throws -> Outcome {
        try Data().write(to: log)
        let handle = try FileHandle(forWritingTo: log)
        defer { try? handle.close() }
        let process = Process()
        process.executableURL = compiler
        process.arguments = arguments
        process.currentDirectoryURL = MarkdownFile.root
        process.standardOutput = handle
        process.standardError = handle
        let status = try await withCheckedThrowingContinuation { continuation in
            process.terminationHandler = { continuation.resume(returning: $0.terminationStatus) }
            do {
                try process.run()
            } catch {
                process.terminationHandler = nil
                continuation.resume(throwing: error)
            }
        }
        return Outcome(succeeded: status == 0, output: try String(contentsOf: log, encoding: .utf8))
    }
}

/// No compiler was found.
struct ToolchainError: Error, CustomStringConvertible {
    let looked: String

    var description: String { "No Swift compiler was found; looked at \(looked)." }
}
#endif
