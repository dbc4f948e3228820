import Testing

@testable import SeamBenchmarks

struct SizeProgramTests {
    @Test func programRegistersEverythingAndResolvesOne() {
        let program = SizeProgram(usesSeam: true, services: 51)
        #expect(program.name == "SeamWith51")
        #expect(
            program.mainText == """
                import Seam
                let container = Container()
                fill0(container)
                fill1(container)
                let service: Service0 = container.resolve()
                print(service)

                """
        )
        #expect(program.clientText.contains("container.register { Service50() }"))
    }

    @Test func floorDoesTheSameWithATable() {
        let program = SizeProgram(usesSeam: false, services: 1)
        #expect(program.name == "TableWith1")
        #expect(
            program.mainText == """
                var table: [ObjectIdentifier: Any] = [:]
                fill0(&table)
                let make = table[ObjectIdentifier(Service0.self)] as! () -> Service0
                print(make())

                """
        )
        #expect(!program.clientText.contains("Seam"))
    }

    @Test(arguments: [(false, "print(\"ready\")\n"), (true, "import Seam\nprint(\"ready\")\n")])
    func programWithoutServicesOnlySaysThatItIsThere(usesSeam: Bool, text: String) {
        #expect(SizeProgram(usesSeam: usesSeam, services: 0).mainText == text)
    }
}
