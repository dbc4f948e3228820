import Testing

@testable import SeamBenchmarks

struct GrowthExponentTests {
    @Test(arguments: [(0.0, 1.0), (1, 1), (1, 3), (2, 0.5)])
    func powerIsFound(exponent: Double, factor: Double) throws {
        let sizes = [10, 100, 1000, 10_000]
        let values = sizes.map { size in
            (0..<Int(exponent)).reduce(factor) { value, _ in value * Double(size) }
        }
        let fitted = try #require(GrowthExponent.fitted(to: values, at: sizes))
        #expect(abs(fitted - exponent) < 1e-9)
    }

    @Test func growthThatStartsLateIsFound() throws {
        let fitted = try #require(GrowthExponent.fitted(to: [5, 5, 5, 5, 50], at: [1, 10, 100, 1000, 10_000]))
        #expect(abs(fitted - 1) < 1e-9)
    }

    @Test func lastTenfoldGrowthCountsEvenIfItHasMoreSizes() throws {
        let fitted = try #require(GrowthExponent.fitted(to: [5, 5, 5, 5, 50], at: [10, 100, 1000, 3000, 10_000]))
        #expect((0.8...1.2).contains(fitted))
    }

    @Test func logarithmStaysBelowTheGate() throws {
        let fitted = try #require(GrowthExponent.fitted(to: [1, 2, 3, 4], at: [10, 100, 1000, 10_000]))
        #expect(fitted < 0.3)
    }

    @Test(arguments: [0, 1, 2])
    func fewPointsHaveNoExponent(count: Int) {
        #expect(
            GrowthExponent.fitted(to: Array(repeating: 1, count: count), at: Array([10, 100].prefix(count))) == nil
        )
    }
}
