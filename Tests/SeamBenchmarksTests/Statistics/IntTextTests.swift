import Testing

@testable import SeamBenchmarks

struct IntTextTests {
    @Test(arguments: [(0, "0"), (999, "999"), (1000, "1,000"), (10_007, "10,007"), (1_000_000, "1,000,000")])
    func numberHasACommaBeforeEveryThreeDigits(number: Int, text: String) {
        #expect(number.grouped == text)
    }
}
