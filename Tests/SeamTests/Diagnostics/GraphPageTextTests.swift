import Foundation
import Seam
import Testing

/// The text of the page of a graph, as far as it can be checked without a browser.
struct GraphPageTextTests {
    private let page: String = {
        let container = Container()
        container.register(name: "</script> \"quoted\" \\") { 1 }
        container.register { "\($0.resolve(Int.self, name: "</script> \"quoted\" \\"))" }
        return container.dependencyGraph().html
    }()

    @Test func pageNeedsNoNetwork() {
        #expect(page.hasPrefix("<!doctype html>"))
        for reference in ["src=", "href=\"http", "url(http", "@import", "fetch(", "XMLHttpRequest"] {
            #expect(!page.contains(reference), "\(reference)")
        }
    }

    @Test func namesEndNoScript() {
        #expect(page.components(separatedBy: "<script>").count == 2)
        #expect(page.components(separatedBy: "</script>").count == 2)
    }

    @Test func graphIsJSON() throws {
        struct Graph: Decodable {
            struct Node: Decodable { let key: String }
            struct Edge: Decodable { let from, to: String }
            let nodes: [Node]
            let edges: [Edge]
        }
        let start = try #require(page.range(of: "const graph = "))
        let end = try #require(page.range(of: "};\n", range: start.upperBound..<page.endIndex))
        let json = page[start.upperBound..<page.index(after: end.lowerBound)]
        let graph = try JSONDecoder().decode(Graph.self, from: Data(json.utf8))
        #expect(graph.nodes.map(\.key).sorted() == [#"Int "</script> \"quoted\" \\""#, "String"])
        #expect(graph.edges.count == 1)
    }
}
