import Testing

@testable import SeamBenchmarks

struct UsageTests {
    @Test(arguments: [
        "--check", "--quick", "--growth", "--client", "--filter", "--markdown", "--json", "--svg", "--once",
        "--forms", "--pages", "--help, -h",
    ])
    func usageExplainsEveryOption(option: String) {
        #expect(Usage.text.contains("\n  \(option)"))
    }
}
