import Testing

@testable import SeamBenchmarks

struct ClientFormTests {
    /// Whether the compiler and the modules have to be there: Xcode puts the modules elsewhere.
    #if os(Linux)
    private static let isExpected = true
    #else
    private static let isExpected = (try? ClientCompiler()) != nil
    #endif

    @Test(.enabled(if: isExpected), arguments: ClientForm.all.indices)
    func bothSidesCompileWithoutAWarning(index: Int) throws {
        let form = ClientForm.all[index]
        let compiler = try ClientCompiler()
        for code in [form.floor, form.seam] {
            let client = ClientSource(service: form.service, services: 3, code: code)
            #expect(try compiler.compile(client, to: .typeChecking).isEmpty)
        }
    }

    @Test func nameIsTheFormAsItIsWritten() {
        #expect(ClientForm.all[0].name == "`register { S() }`")
        #expect(ClientForm.all.last?.name == "`let _: S = container.resolve()`")
    }

    @Test func namesDiffer() {
        #expect(Set(ClientForm.all.map(\.name)).count == ClientForm.all.count)
    }

    @Test func closureOfTheFloorTakesTheArgument() {
        let form = ClientForm.closure(.withArgument) { "\($0)" }
        #expect(form.floor.line(7) == "table[ObjectIdentifier(Service7.self)] = { (id: Int) in Service7(id: id) }")
    }

    @Test func twoClosuresStandUnderClassAndProtocol() {
        let form = ClientForm.twoClosures { "\($0)" }
        #expect(
            form.floor.line(7) == "table[ObjectIdentifier(Service7.self)] = { Service7() }; "
                + "table[ObjectIdentifier((any Contract7).self)] = { Service7() as any Contract7 }"
        )
    }
}
