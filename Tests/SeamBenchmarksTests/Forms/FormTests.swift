import TestKit
import Testing

@testable import SeamBenchmarks

struct FormTests {
    @Test func formsHaveNamesOfTheirOwn() {
        let names = Form.all.map(\.name)
        #expect(Set(names).count == names.count)
    }

    @Test(arguments: Form.all.map(\.name))
    func formCanBeRepeated(name: String) async throws {
        let form = try #require(Form.all.first { $0.name == name })
        // A thread of its own may wait for tasks; a thread of the pool must not.
        try await Deadline.valueOnThread { form.pair().seam(3) }
    }
}
