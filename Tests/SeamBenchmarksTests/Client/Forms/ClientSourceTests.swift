import Testing

@testable import SeamBenchmarks

struct ClientSourceTests {
    @Test func clientHasALineForEachService() {
        let form = ClientForm.registering[0]
        let text = ClientSource(service: form.service, services: 2, code: form.seam).text
        #expect(text.hasPrefix("import Seam\n"))
        #expect(text.contains("final class Service1: Contract1 { init() {} }\n"))
        #expect(
            text.hasSuffix(
                """
                func fill0(_ container: Container) {
                    container.register { Service0() }
                    container.register { Service1() }
                }

                """
            )
        )
    }

    @Test func emptyClientOnlyDeclares() {
        let text = ClientSource(importsSeam: false, service: .plain, services: 1).text
        #expect(!text.contains("Seam"))
        #expect(text.contains("final class Service0"))
        #expect(!text.contains("func"))
    }
}
