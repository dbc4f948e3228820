#if os(Linux)
import Foundation

/// The modules that blocks import: the built library, and those that are made for the check.
///
/// `AppKit`, `Combine`, `SwiftUI` and `UIKit` are small stand-ins, kept in `Tests/StandIns`, because Linux has none of
/// them. `SeamUI` and `SeamResolver` are compiled against them. `Seam` is typechecked against a stand-in for Apple's C
/// library, `Darwin`. `Fixtures` declares what a guide's blocks mention without declaring it.
struct ModuleSet: Sendable {
    /// The stand-ins, each of which may import those before it.
    static let frameworks = ["Combine", "UIKit", "AppKit", "SwiftUI"]

    /// The products with code for Apple's frameworks.
    static let products = ["SeamUI", "SeamResolver"]

    /// The modules with all stand-ins made, which the tests of a process share.
    static let complete = Task {
        let modules = try ModuleSet()
        try await modules.makeStandIns()
        return modules
    }

    private let toolchain: Toolchain
    private let library: URL
    private let workspace: URL

    init() throws {
        toolchain = try Toolchain()
        let products = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
        library = products.appending(path: "Modules")
        workspace = products.appending(path: "DocumentationCheck")
        try FileManager.default.createDirectory(at: standIns, withIntermediateDirectories: true)
    }

    private var standIns: URL { workspace.appending(path: "StandIns") }

    /// Compiles the stand-ins, and the interfaces of the products that need them.
    private func makeStandIns() async throws {
        for name in Self.frameworks {
            try await emit(name, from: sources(in: "Tests/StandIns/\(name)"), into: standIns, options: [])
        }
        // Without interoperation, the compiler cannot make the code of an Objective-C method. An interface needs none.
        let options = Self.productOptions + ["-Xfrontend", "-experimental-skip-all-function-bodies"]
        for name in Self.products {
            try await emit(name, from: sources(in: "Sources/\(name)"), into: standIns, options: options)
        }
    }

    /// Typechecks `Seam` as on Apple's platforms, against the stand-in for their C library; a warning is an error.
    ///
    /// The stand-in has a folder of its own, because no other module is to find a `Darwin`.
    func typecheckLibraryForApple() async throws -> Toolchain.Outcome {
        let folder = workspace.appending(path: "Apple")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try await emit("Darwin", from: sources(in: "Tests/StandIns/Darwin"), into: folder, options: [])
        let options = ["-package-name", "seam", "-strict-memory-safety", "-I", folder.path] + Self.packageOptions
        return try await typecheck("Seam", from: sources(in: "Sources/Seam"), options: options)
    }

    /// Typechecks a product, with its function bodies, against the stand-ins; a warning is an error.
    func typecheckProduct(_ name: String) async throws -> Toolchain.Outcome {
        try await typecheck(name, from: sources(in: "Sources/\(name)"), options: Self.productOptions)
    }

    /// Typechecks a program that uses `SeamUI`, in `Clients`; a warning is an error.
    ///
    /// - Parameter isolation: The default isolation of the program, `nonisolated` or `MainActor`.
    func typecheckClient(isolation: String) async throws -> Toolchain.Outcome {
        let sources = sources(in: "Tests/DocumentationTests/Clients")
        return try await typecheck("Client\(isolation)", from: sources, options: ["-default-isolation", isolation])
    }

    /// Compiles what the blocks of a file may mention: the shared declarations and the file's own, if it has some.
    ///
    /// - Returns: The folder to pass to ``compile(_:fixtures:)``.
    func makeFixtures(for file: MarkdownFile) async throws -> URL {
        let folder = workspace.appending(path: file.name)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let fixtures = sources(in: "Tests/DocumentationTests/Fixtures")
            .filter { ["Shop.swift", "\(file.name).swift"].contains(URL(filePath: $0).lastPathComponent) }
        try await emit("Fixtures", from: fixtures, into: folder, options: ["-enable-testing"])
        return folder
    }

    /// Compiles one file as far as the checks after type checking, such as those of isolation regions.
    func compile(_ source: BlockSource, fixtures: URL) async throws -> Toolchain.Outcome {
        let name = "Block\(source.start.line)"
        let file = fixtures.appending(path: "\(name).swift")
        try source.text.write(to: file, atomically: true, encoding: .utf8)
        let isolation = source.start.directive == .mainActor ? ["-default-isolation", "MainActor"] : []
        let output = ["-emit-sil", "-o", "/dev/null"]
        let arguments = output + ["-module-name", name, "-suppress-warnings", "-I", fixtures.path, file.path]
        return try await toolchain.run(common + isolation + arguments, log: fixtures.appending(path: "\(name).log"))
    }

    /// Typechecks a program that imports nothing but the library.
    ///
    /// - Parameters:
    ///   - isolation: The default isolation of the program, `nonisolated` or `MainActor`.
    ///   - languageMode: The version of Swift in whose mode the program is written.
    func typecheck(
        _ text: String,
        isolation: String = "nonisolated",
        languageMode: String = "6"
    ) async throws -> Toolchain.Outcome {
        let name = UUID().uuidString
        let folder = workspace.appending(path: "Programs")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let (file, log) = (folder.appending(path: "\(name).swift"), folder.appending(path: "\(name).log"))
        defer { for url in [file, log] { try? FileManager.default.removeItem(at: url) } }
        try text.write(to: file, atomically: true, encoding: .utf8)
        let options = ["-typecheck", "-module-name", "Program", "-suppress-warnings", "-default-isolation", isolation]
        let arguments = options + ["-swift-version", languageMode, file.path]
        return try await toolchain.run(common + arguments, log: log)
    }

    /// The settings of the package.
    private static let packageOptions = [
        "ExistentialAny", "InternalImportsByDefault", "MemberImportVisibility", "NonisolatedNonsendingByDefault",
        "InferIsolatedConformances",
    ]
    .flatMap { ["-enable-upcoming-feature", $0] }

    /// The settings of the package, and what Objective-C attributes need outside Apple's platforms.
    private static let productOptions =
        packageOptions + ["-package-name", packageName, "-Xfrontend", "-enable-objc-interop"]

    /// The name of the package that the package manager gives to the compiler: that of the package's folder.
    private static var packageName: String {
        String(MarkdownFile.root.lastPathComponent.lowercased().map { $0.isLetter || $0.isNumber ? $0 : "_" })
    }

    private var common: [String] {
        [
            "-swift-version", "6", "-parse-as-library", "-diagnostic-style=llvm", "-I", standIns.path,
            "-I", library.path,
        ]
    }

    private func typecheck(
        _ name: String,
        from sources: [String],
        options: [String]
    ) async throws -> Toolchain.Outcome {
        let arguments = ["-typecheck", "-module-name", name, "-warnings-as-errors"] + options + sources
        return try await toolchain.run(common + arguments, log: workspace.appending(path: "\(name)Check.log"))
    }

    private func emit(_ name: String, from sources: [String], into folder: URL, options: [String]) async throws {
        let module = folder.appending(path: "\(name).swiftmodule").path
        let arguments = ["-emit-module", "-module-name", name, "-o", module] + options + sources
        let outcome = try await toolchain.run(common + arguments, log: folder.appending(path: "\(name).log"))
        guard outcome.succeeded else { throw ModuleError(name: name, output: outcome.output) }
    }

    private func sources(in folder: String) -> [String] {
        let url = MarkdownFile.root.appending(path: folder)
        return FileManager.default.enumerator(atPath: url.path)?
            .compactMap { $0 as? String }
            .filter { $0.hasSuffix(".swift") }
            .sorted()
            .map { url.appending(path: $0).path } ?? []
    }
}

/// A module that blocks need does not compile.
struct ModuleError: Error, CustomStringConvertible {
    let name: String
    let output: String

    var description: String { "The module \(name) does not compile:\n\(output)" }
}
#endif
