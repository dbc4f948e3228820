import Testing

@testable import SeamBenchmarks

struct ClientFrameTests {
    @Test func functionsHoldFiftyLines() {
        let text = ClientFrame.container.text(around: (0..<51).map { "line\($0)" })
        #expect(text.hasPrefix("func fill0(_ container: Container) {\n    line0\n"))
        #expect(text.hasSuffix("    line49\n}\nfunc fill1(_ container: Container) {\n    line50\n}"))
    }

    @Test func classesHoldTenPropertiesAndAnInitializer() {
        let text = ClientFrame.classes.text(around: (0..<11).map { "line\($0)" })
        #expect(text.hasSuffix("    line9\n    init() {}\n}\nfinal class Owner1 {\n    line10\n    init() {}\n}"))
    }

    @Test func extensionHoldsEverything() {
        #expect(ClientFrame.extending("Root").text(around: ["a", "b"]) == "extension Root {\n    a\n    b\n}")
    }

    @Test(arguments: [(0, 0), (1, 1), (50, 1), (51, 2), (500, 10)])
    func groupsAreCounted(lines: Int, groups: Int) {
        #expect(ClientFrame.table.groupCount(of: lines) == groups)
    }
}
