import Foundation
import Testing

/// The reading of Markdown that the other tests rest on.
struct MarkdownFileTests {
    @Test func blocksKnowTheirFirstLineAndDirective() throws {
        let file = MarkdownFile(
            path: "Guide.md",
            text: """
                # Guide
                ```swift
                let one = 1
                ```
                <!-- compile: together -->
                ```swift
                print(one)
                ```
                ```sh
                swift test
                ```
                <!-- compile: never (a manifest) -->
                ```swift
                dependencies: []
                ```
                <!-- compile: main-actor -->
                ```swift
                let two = 2
                ```
                """
        )
        let blocks = try file.swiftBlocks()
        #expect(blocks.map(\.line) == [3, 7, 14, 18])
        #expect(blocks.map(\.directive) == [.alone, .together, .never(reason: "a manifest"), .mainActor])
    }

    @Test(arguments: ["<!-- compile: never -->", "<!-- compile: sometimes -->"])
    func directiveThatIsNotUnderstoodThrows(_ directive: String) {
        let file = MarkdownFile(path: "Guide.md", text: directive)
        #expect(throws: MarkdownError.self) { try file.swiftBlocks() }
    }

    @Test func openFenceThrows() {
        let file = MarkdownFile(path: "Guide.md", text: "```swift\nlet one = 1")
        #expect(throws: MarkdownError.self) { try file.swiftBlocks() }
    }

    @Test func declarationsStayOutsideTheFunction() throws {
        let file = MarkdownFile(
            path: "Guide.md",
            text: """
                ```swift
                import Testing

                @MainActor
                final class Cart {
                    var count = 0
                }

                let cart = await Cart()
                print(cart)
                ```
                """
        )
        let source = try #require(BlockSource.sources(of: try file.swiftBlocks()).first)
        let function = try #require(source.text.range(of: "func body() async throws {"))
        let cart = try #require(source.text.range(of: "final class Cart"))
        let statement = try #require(source.text.range(of: "let cart = await Cart()"))
        #expect(cart.lowerBound < function.lowerBound)
        #expect(function.lowerBound < statement.lowerBound)
    }

    @Test func previewBecomesACall() throws {
        let file = MarkdownFile(
            path: "Guide.md",
            text: """
                ```swift
                #Preview("One") {
                    Text("#Preview")
                }
                #Preview { Text("Two") }
                ```
                """
        )
        let source = try #require(BlockSource.sources(of: try file.swiftBlocks()).first)
        #expect(source.text.contains("\n_ = Preview(\"One\") {\n    Text(\"#Preview\")\n}"))
        #expect(source.text.contains("\n_ = Preview { Text(\"Two\") }"))
    }

    @Test func rowsOfATableCompileTogetherInFunctionsOfTheirOwn() throws {
        let file = MarkdownFile(
            path: "Guide.md",
            text: """
                <!-- compile: last column -->
                | theirs | ours |
                | --- | --- |
                | `one` | `let one = 1`, then `print(one)` |
                | `two` | none |
                | `three` | `let one = 3` |

                | not | `compiled` |
                """
        )
        let blocks = try file.swiftBlocks()
        #expect(blocks.map(\.line) == [4, 6])
        #expect(blocks.map(\.code) == [["let one = 1", "print(one)"], ["let one = 3"]])
        let sources = BlockSource.sources(of: blocks)
        #expect(sources.count == 1)
        #expect(sources[0].text.contains("func row4() throws {"))
        #expect(sources[0].text.contains("func row6() throws {"))
    }

    @Test func rowsOfATableAreTheirCells() {
        let file = MarkdownFile(path: "Guide.md", text: "text\n| a | |\n| --- | --- |\n| `b` | [c](d) |\n\n| e | f |")
        #expect(file.rows(ofTable: "| a | |") == [["`b`", "[c](d)"]])
        #expect(file.rows(ofTable: "| g |").isEmpty)
    }

    @Test func anchorsAreThoseThatGitHubMakes() {
        let file = MarkdownFile(path: "Guide.md", text: "## `onDispose`, and shutdown\n```sh\n# no heading\n```")
        #expect(file.anchors == ["ondispose-and-shutdown"])
    }

    @Test func linksToOtherSitesAreLeftAlone() {
        let file = MarkdownFile(path: "Guide.md", text: "[a](https://example.com) [b](Scopes.md#graph) [c](#here)")
        #expect(file.relativeLinks.map(\.path) == ["Scopes.md", ""])
        #expect(file.relativeLinks.map(\.heading) == ["graph", "here"])
    }
}
