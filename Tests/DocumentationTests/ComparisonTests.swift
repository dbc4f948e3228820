import Testing

/// The table of the README that compares Seam with other libraries: each claim leads to a page that shows it.
struct ComparisonTests {
    private static let pages = ["README.md", "README.zh-Hans.md"]

    @Test(arguments: pages)
    func claimAboutAnotherLibraryLeadsToItsDocumentation(_ page: String) throws {
        let file = try MarkdownFile(path: page)
        let rows = rows(of: file)
        #expect(rows.count == 6)
        for cell in rows.flatMap({ $0[1...3] }) where cell != "–" {
            let references = cell.matches(of: /\]\[([a-z-]+)\]/).map { String($0.1) }
            #expect(!references.isEmpty, "\(page): '\(cell)' names no source.")
            for reference in references {
                #expect(file.lines.contains { $0.hasPrefix("[\(reference)]: https://") }, "\(page): \(reference)")
            }
        }
    }

    @Test(arguments: pages)
    func claimAboutSeamLeadsToAGuideAndToATest(_ page: String) throws {
        for row in rows(of: try MarkdownFile(path: page)) {
            let links = links(in: row[4])
            #expect(links.contains { $0.hasPrefix("Documentation/") }, "\(page): '\(row[0])' leads to no guide.")
            #expect(links.contains { $0.hasPrefix("Tests/") }, "\(page): '\(row[0])' leads to no test.")
        }
    }

    @Test func translatedTableHasTheLinksOfTheEnglishOne() throws {
        let links = try Self.pages.map { page in
            rows(of: try MarkdownFile(path: page)).map { $0.map { Set(self.links(in: $0)) } }
        }
        #expect(links[0] == links[1])
    }

    /// The rows of the comparison.
    private func rows(of file: MarkdownFile) -> [[String]] {
        let rows = file.rows(ofTable: "| | Resolver | Factory | Swinject | Seam |")
        return rows.filter { $0.count == 5 }
    }

    /// The targets of all links of a cell, the names of references included.
    private func links(in cell: String) -> [String] {
        cell.matches(of: /\][(\[]([^)\]]+)[)\]]/).map { String($0.1) }
    }
}
