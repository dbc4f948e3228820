#if os(Linux)
import Foundation
import Testing

/// The compiler's messages for wrong programs.
///
/// Some are Seam's, on forms that are unavailable, or Swift's that name the mistake. The others are explained in tables
/// of `Documentation/CompilerMessages.md`, which list these messages and no others.
struct CompilerMessageTests {
    private static let modules = Task { try ModuleSet() }

    @Test(arguments: WrongProgram.clear + WrongProgram.unclear)
    func firstMessageIsTheExpectedOne(_ program: WrongProgram) async throws {
        let modules = try await Self.modules.value
        let outcome = try await modules.typecheck(
            """
            import Observation
            import Seam
            protocol Log: Sendable {}
            struct FileLog: Log {}
            struct LoudLog: Log { let log: any Log }
            struct Counter: Sendable { let count: Int }
            struct Order: Sendable {}
            func load() async -> Int { 1 }
            func open() async -> Counter { Counter(count: 1) }
            func make(count: Int) -> Counter { Counter(count: count) }
            extension Container { var counter: Factory<Counter, Int> { self { count in Counter(count: count) } } }
            \(program.declarations)
            func program(container: Container, services: Resolver) async throws { \(program.code) }
            """
        )
        // The errors in the code that a macro makes come before those in the program.
        let errors = outcome.output.split(separator: "\n")
            .filter { $0.contains(" error: ") && !$0.contains("__swiftmacro_") }
        #expect(!outcome.succeeded)
        #expect(errors.first?.contains(program.message) == true, "\(outcome.output)")
        // A compiler that crashes prints no error in its usual style.
        #expect(!outcome.output.contains("Stack dump"))
    }

    @Test(arguments: WrongProgram.ofMainActor)
    func firstMessageOnTheMainActorIsTheExpectedOne(_ program: WrongProgram) async throws {
        let modules = try await Self.modules.value
        let outcome = try await modules.typecheck(
            """
            import Seam
            nonisolated protocol Titled { var title: String { get } }
            struct Heading: Titled { var title: String { "heading" } }
            struct Filter: Hashable { let text: String }
            enum Mode { case live }
            protocol Store {}
            nonisolated struct Disk: Sendable {}
            nonisolated extension Container { var disk: Factory<Disk> { self { Disk() } } }
            final class Basket { init(store: any Store) {} }
            final class Empty { var items: [String] = []; init() {}; func save() {} }
            final class Memory: Store {}
            extension Container { @MainActor var basket: Factory<Empty> { onMainActor { Empty() } } }
            extension ServiceName { static let guest: Self = "guest" }
            let host = "example.org"
            func registerBaskets(in container: Container) {}
            nonisolated func trait(_ override: @escaping @Sendable (Container) throws -> Void) {}
            \(program.declarations)
            func program(container: Container) { \(program.code) }
            """,
            isolation: "MainActor",
            languageMode: program.languageMode
        )
        let errors = outcome.output.split(separator: "\n").filter { $0.contains(" error: ") }
        #expect(errors.first?.contains(program.message) == true, "\(outcome.output)")
    }

    @Test(
        arguments: [
            ("| message | the mistake |", WrongProgram.unclear),
            ("| message | write |", WrongProgram.ofMainActor),
        ]
    )
    func tableOfTheGuideListsTheMessages(heading: String, programs: [WrongProgram]) throws {
        let rows = try MarkdownFile(path: "Documentation/CompilerMessages.md").rows(ofTable: heading)
        #expect(rows.map(\.first) == programs.map { "`\($0.message)`" })
    }

    @Test(arguments: ["Documentation/Registration.md", "Documentation/MainActor.md", "README.md"])
    func guideLeadsToTheTables(page: String) throws {
        let links = try MarkdownFile(path: page).relativeLinks
        #expect(links.contains { $0.path.hasSuffix("CompilerMessages.md") })
    }
}
#endif
