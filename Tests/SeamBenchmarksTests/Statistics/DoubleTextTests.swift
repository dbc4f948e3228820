import Testing

@testable import SeamBenchmarks

struct DoubleTextTests {
    @Test(arguments: [
        (0.0, 2, "0.00"), (1.005, 1, "1.0"), (1.25, 1, "1.3"), (0.04, 1, "0.0"), (-0.04, 1, "0.0"), (-1.5, 2, "-1.50"),
        (12345.678, 0, "12346"), (0.999, 2, "1.00"),
    ])
    func placesAreFixed(value: Double, places: Int, text: String) {
        #expect(value.text(places: places) == text)
    }

    @Test(arguments: [(2.0, "2"), (1.25, "1.25"), (1.8, "1.8"), (0.0, "0"), (100.0, "100"), (-0.5, "-0.5")])
    func shortTextHasNoIdlePlaces(value: Double, text: String) {
        #expect(value.shortText == text)
    }
}
