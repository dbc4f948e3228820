#if os(Linux)
import Foundation
import Testing

/// Every block of Swift in the README and the guides compiles.
@Suite(.serialized)
struct DocumentedCodeTests {
    @Test(arguments: MarkdownFile.all)
    func everyBlockCompiles(_ file: MarkdownFile) async throws {
        let sources = BlockSource.sources(of: try file.swiftBlocks())
        guard !sources.isEmpty else { return }
        let modules = try await ModuleSet.complete.value
        let fixtures = try await modules.makeFixtures(for: file)
        var remaining = sources[...]
        try await withThrowingTaskGroup(of: Void.self) { group in
            for source in remaining.prefix(ProcessInfo.processInfo.activeProcessorCount) {
                remaining.removeFirst()
                group.addTask { try await Self.check(source, modules: modules, fixtures: fixtures) }
            }
            while try await group.next() != nil {
                guard let source = remaining.popFirst() else { continue }
                group.addTask { try await Self.check(source, modules: modules, fixtures: fixtures) }
            }
        }
    }

    @Test(arguments: MarkdownFile.all)
    func everyBlockOfAFileIsTheEndOfThatFile(_ file: MarkdownFile) throws {
        for block in try file.swiftBlocks() {
            guard case .file(let path) = block.directive else { continue }
            let text = try String(contentsOf: MarkdownFile.root.appending(path: path), encoding: .utf8)
            #expect(text.hasSuffix(block.code.joined(separator: "\n") + "\n"), "\(block) differs from \(path).")
        }
    }

    private static func check(_ source: BlockSource, modules: ModuleSet, fixtures: URL) async throws {
        let outcome = try await modules.compile(source, fixtures: fixtures)
        guard !outcome.succeeded else { return }
        Issue.record("\(source.start): this block does not compile.\n\(outcome.output)")
    }
}
#endif
