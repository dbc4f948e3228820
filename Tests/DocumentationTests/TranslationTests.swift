import Testing

/// A translated page beside the page that it translates.
struct TranslationTests {
    private let english: MarkdownFile
    private let chinese: MarkdownFile

    init() throws {
        english = try MarkdownFile(path: "README.md")
        chinese = try MarkdownFile(path: "README.zh-Hans.md")
    }

    @Test func chineseReadmeShowsTheCodeOfTheEnglishOne() throws {
        let blocks = try (english: english.swiftBlocks(), chinese: chinese.swiftBlocks())
        #expect(!blocks.english.isEmpty)
        #expect(blocks.chinese.map(\.code) == blocks.english.map(\.code))
        #expect(blocks.chinese.map(\.directive) == blocks.english.map(\.directive))
    }

    @Test func chineseReadmeHasTheSectionsOfTheEnglishOne() {
        #expect(levels(of: chinese) == levels(of: english))
    }

    @Test func eachReadmeLeadsToTheOther() {
        #expect(english.relativeLinks.contains { $0.path == chinese.path })
        #expect(chinese.relativeLinks.contains { $0.path == english.path })
    }

    @Test func chineseReadmeLeadsToThePagesOfTheEnglishOne() {
        func pages(of file: MarkdownFile) -> [String] {
            file.relativeLinks
                .filter { !$0.path.isEmpty && !$0.path.hasPrefix("README") }
                .map { "\($0.path)#\($0.heading ?? "")" }
        }
        #expect(Set(pages(of: chinese)) == Set(pages(of: english)))
    }

    /// The levels of the headings, in order.
    private func levels(of file: MarkdownFile) -> [Int] {
        var isCode = false
        return file.lines.compactMap { line in
            if line.hasPrefix("```") { isCode.toggle() }
            let level = line.prefix { $0 == "#" }.count
            return isCode || level == 0 ? nil : level
        }
    }
}
