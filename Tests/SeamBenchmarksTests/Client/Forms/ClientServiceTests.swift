import Testing

@testable import SeamBenchmarks

struct ClientServiceTests {
    @Test func declarationIsAProtocolAndItsClass() {
        #expect(
            ClientService.plain.declaration(7) == """
                protocol Contract7: AnyObject, Sendable {}
                final class Service7: Contract7 { init() {} }
                """
        )
    }

    @Test(arguments: [
        (ClientService.plain, "Service7()"),
        (.withDependency, "Service7(a: Logger())"),
        (.withThreeDependencies, "Service7(a: Logger(), b: Storage(), c: Sender())"),
        (.withArgument, "Service7(id: id)"),
    ])
    func constructionFitsTheInitializer(service: ClientService, text: String) {
        #expect(service.construction(7) == text)
    }
}
