import Foundation
import Testing

/// Every link from one page to another leads somewhere.
struct DocumentedLinkTests {
    @Test func readmeAndGuidesAreFound() {
        let paths = MarkdownFile.all.map(\.path)
        #expect(paths.contains("README.md"))
        #expect(paths.contains("Documentation/README.md"))
    }

    @Test(arguments: MarkdownFile.all)
    func everyRelativeLinkLeadsSomewhere(_ file: MarkdownFile) throws {
        for link in file.relativeLinks {
            let place = "\(file.path):\(link.line)"
            let target = link.path.isEmpty ? file.url : resolved(link.path, in: file)
            #expect(FileManager.default.fileExists(atPath: target.path), "\(place): '\(link.path)' does not exist.")
            guard let heading = link.heading, target.pathExtension == "md" else { continue }
            let path = String(target.path.dropFirst(MarkdownFile.root.path.count + 1))
            let anchors = try MarkdownFile(path: path).anchors
            #expect(anchors.contains(heading), "\(place): \(path) has no heading '#\(heading)'.")
        }
    }

    /// The file that a link of a page leads to, `..` and all.
    private func resolved(_ link: String, in file: MarkdownFile) -> URL {
        file.url.deletingLastPathComponent().appending(path: link).standardizedFileURL
    }

    @Test(arguments: MarkdownFile.all.filter { $0.path.hasPrefix("Documentation/") && $0.name != "README" })
    func indexLeadsToEveryGuide(_ guide: MarkdownFile) throws {
        let index = try MarkdownFile(path: "Documentation/README.md")
        let page = String(guide.path.dropFirst("Documentation/".count))
        #expect(index.relativeLinks.contains { $0.path == page }, "Documentation/README.md does not mention \(page).")
    }
}
