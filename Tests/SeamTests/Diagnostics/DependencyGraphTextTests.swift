import Seam
import Testing

/// The names and scopes in the texts of a graph: some have characters that need an escape there.
struct DependencyGraphTextTests {
    // Swift counts the quote and the accent, or the two ends of a line, as one `Character`.
    @Test func quoteBeforeAnAccentAndEndOfALineAreEscaped() {
        let container = Container()
        container.register(name: "\"\u{301}\\\u{301}\r\n<\u{301}") { 1 }
        let graph = container.dependencyGraph()
        #expect(graph.dot.contains(#"Int \"\\\"\\u{0301}\\\\\\u{0301}\\r\\n<"# + "\u{301}\\\""))
        #expect(graph.mermaid.contains(##"Int #quot;\#quot;\u{0301}\\\u{0301}\r\n#lt;"## + "\u{301}#quot;"))
    }

    @Test func newLineInAScopeStaysInItsNode() {
        let container = Container()
        container.register { 1 }.scope(.cached("a\nb"))
        let node = ##"n0(["Int<br/><small>cached(#quot;a<br/>b#quot;)</small>"])"##
        #expect(container.dependencyGraph().mermaid.contains(node))
    }
}
