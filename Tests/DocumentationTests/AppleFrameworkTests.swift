#if os(Linux)
import Foundation
import Testing

/// The sources for Apple's frameworks, and programs that use them, compile against the stand-ins.
///
/// The test only typechecks: it finds out whether the code agrees with the declarations of the stand-ins, and not
/// whether those agree with Apple's.
struct AppleFrameworkTests {
    @Test(arguments: ModuleSet.products)
    func productCompiles(_ product: String) async throws {
        let outcome = try await ModuleSet.complete.value.typecheckProduct(product)
        #expect(outcome.succeeded, "\(outcome.output)")
    }

    @Test(arguments: ["nonisolated", "MainActor"])
    func clientCompiles(isolation: String) async throws {
        let outcome = try await ModuleSet.complete.value.typecheckClient(isolation: isolation)
        #expect(outcome.succeeded, "\(outcome.output)")
    }

    @Test func everyFrameworkThatTheSourcesUseHasAStandIn() throws {
        #expect(try frameworks(in: "Sources/SeamUI") == ["AppKit", "SwiftUI", "UIKit"])
        #expect(try frameworks(in: "Sources/SeamResolver") == ["SwiftUI"])
        for product in ModuleSet.products {
            #expect(try frameworks(in: "Sources/\(product)").subtracting(ModuleSet.frameworks).isEmpty)
        }
    }

    @Test func otherTargetsUseNoFramework() throws {
        let targets = try FileManager.default
            .contentsOfDirectory(atPath: MarkdownFile.root.appending(path: "Sources").path)
            .filter { !ModuleSet.products.contains($0) }
        #expect(targets.contains("Seam"))
        for target in targets { #expect(try frameworks(in: "Sources/\(target)").isEmpty, "\(target)") }
    }

    /// The frameworks behind the `canImport` of a target's sources; a C library is none.
    private func frameworks(in target: String) throws -> Set<String> {
        let folder = MarkdownFile.root.appending(path: target)
        let paths = try FileManager.default.subpathsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".swift") }
        #expect(!paths.isEmpty)
        let names = try paths.flatMap { path in
            try String(contentsOf: folder.appending(path: path), encoding: .utf8)
                .matches(of: /canImport\((\w+)\)/)
                .map { String($0.1) }
        }
        return Set(names).subtracting(["Darwin", "Glibc", "Musl", "Android"])
    }
}
#endif
