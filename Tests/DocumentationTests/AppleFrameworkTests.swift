#if os(Linux)
import Foundation
import Testing

/// The sources for Apple's platforms, and programs that use them, compile against the stand-ins.
///
/// The test only typechecks: it finds out whether the code agrees with the declarations of the stand-ins, and not
/// whether those agree with Apple's.
struct AppleFrameworkTests {
    @Test(arguments: ModuleSet.products)
    func productCompiles(_ product: String) async throws {
        let outcome = try await ModuleSet.complete.value.typecheckProduct(product)
        #expect(outcome.succeeded, "\(outcome.output)")
    }

    @Test func libraryCompilesWithTheCLibraryOfApple() async throws {
        let outcome = try await ModuleSet.complete.value.typecheckLibraryForApple()
        #expect(outcome.succeeded, "\(outcome.output)")
    }

    @Test(arguments: ["nonisolated", "MainActor"])
    func clientCompiles(isolation: String) async throws {
        let outcome = try await ModuleSet.complete.value.typecheckClient(isolation: isolation)
        #expect(outcome.succeeded, "\(outcome.output)")
    }

    @Test func everyFrameworkThatTheSourcesUseHasAStandIn() throws {
        #expect(try frameworks(in: "Sources/SeamUI") == ["AppKit", "SwiftUI", "UIKit"])
        #expect(try frameworks(in: "Sources/SeamResolver") == ["SwiftUI", "UIKit"])
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

    /// A condition that only one of Apple's platforms fulfils would hide its code from the typecheck.
    @Test func conditionsAskForModulesAndNotForPlatforms() throws {
        let others = ["targetEnvironment(simulator)", "compiler(>=6.3)"]
        let conditions = try texts(in: "Sources")
            .flatMap { text in
                text.matches(of: /(?m)^ *#(?:if|elseif) (.+)$/).map { String($0.1) }
            }
        #expect(!conditions.isEmpty)
        for condition in conditions where !others.contains(condition) {
            let terms = condition.components(separatedBy: " && ")
            #expect(terms.allSatisfy { $0.hasPrefix("canImport(") || $0.hasPrefix("!") }, "\(condition)")
        }
    }

    /// The frameworks behind the `canImport` of a target's sources; a C library is none.
    private func frameworks(in target: String) throws -> Set<String> {
        let names = try texts(in: target)
            .flatMap { text in
                text.matches(of: /canImport\((\w+)\)/).map { String($0.1) }
            }
        return Set(names).subtracting(["Darwin", "Glibc", "Musl", "Android"])
    }

    /// The texts of the Swift files in a folder and below it.
    private func texts(in path: String) throws -> [String] {
        let folder = MarkdownFile.root.appending(path: path)
        let paths = try FileManager.default.subpathsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".swift") }
        #expect(!paths.isEmpty)
        return try paths.map { try String(contentsOf: folder.appending(path: $0), encoding: .utf8) }
    }
}
#endif
