import Testing

@testable import SeamBenchmarks

struct FormTests {
    @Test func formsHaveNamesOfTheirOwn() {
        let names = Form.all.map(\.name)
        #expect(Set(names).count == names.count)
    }

    @Test(arguments: Form.all.map(\.name))
    func formCanBeRepeated(name: String) throws {
        let form = try #require(Form.all.first { $0.name == name })
        form.batch()(3)
    }
}
