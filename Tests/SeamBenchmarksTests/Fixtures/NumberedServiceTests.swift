import Testing

@testable import SeamBenchmarks

struct NumberedServiceTests {
    @Test func everyNumberIsATypeOfItsOwn() {
        let types = Set(numberedServices(10_000).map { ObjectIdentifier($0) })
        #expect(types.count == 10_000)
    }
}
