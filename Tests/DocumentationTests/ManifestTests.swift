#if os(Linux)
import Foundation
import Testing

/// The manifest of a client that the README shows.
struct ManifestTests {
    private static func manifest() throws -> String {
        let blocks = try MarkdownFile(path: "README.md").swiftBlocks()
        let manifest = try #require(blocks.first { $0.directive == .never(reason: "a package manifest") })
        return manifest.code.joined(separator: "\n")
    }

    @Test func manifestCompiles() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appending(path: "Package.swift")
        try Self.manifest().write(to: file, atomically: true, encoding: .utf8)
        let toolchain = try Toolchain()
        let outcome = try await toolchain.run(
            ["-typecheck", "-package-description-version", "6.2.0", "-I", toolchain.manifestInterface.path, file.path],
            log: folder.appending(path: "Package.log")
        )
        #expect(outcome.succeeded, "\(outcome.output)")
    }

    /// The compiler at hand may be newer than the one that the manifest asks for: constants that are weak references
    /// (SE-0481) and exit tests that capture values (ST-0012) came with Swift 6.3.
    @Test func noSourceUsesSyntaxOfALaterSwift() throws {
        let files = SourceFiles.all
        #expect(files.count > 300)
        let later = try files.filter { file in
            let source = try String(contentsOfFile: file, encoding: .utf8)
            return source.contains(/(?m)^[ a-z()]*\bweak let\b/) || source.contains(/\(processExitsWith.*\{ *\[/)
        }
        #expect(later == [])
    }

    @Test func manifestNamesProductsAndVersionsOfThePackage() throws {
        let package = try String(contentsOf: MarkdownFile.root.appending(path: "Package.swift"), encoding: .utf8)
        let manifest = try Self.manifest()
        let products = manifest.matches(of: /\.product\(name: "(\w+)", package: "seam"\)/).map { String($0.1) }
        #expect(Set(products) == ["Seam", "SeamUI", "SeamTesting"])
        for product in products { #expect(package.contains(".library(name: \"\(product)\"")) }
        for platform in manifest.matches(of: /\.\w+\(\.v\d+\)/) { #expect(package.contains(platform.0)) }
        #expect(manifest.hasPrefix(package.prefix { $0 != "\n" }))
    }
}
#endif
