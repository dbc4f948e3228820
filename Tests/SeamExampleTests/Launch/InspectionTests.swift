import Seam
import Testing

@testable import SeamExample

struct InspectionTests {
    @Test func everyServiceOfTheExampleCanBeBuilt() {
        let app = Launched("--validate")
        #expect(app.status == .success)
        #expect(app.terminal.written == ["All services can be built."])
    }

    @Test func serviceThatCannotBeBuiltFailsTheValidation() {
        let app = Launched("--validate") { container in
            container.register { services in [services.resolve(Int.self)] }
        }
        #expect(app.status == .failure)
        #expect(app.terminal.complaints.first?.contains("'Int'") == true)
    }

    @Test(arguments: [("mermaid", "flowchart"), ("dot", "digraph"), ("html", "<!DOCTYPE html>")])
    func graphIsPrintedInEachFormat(format: String, beginning: String) {
        let app = Launched("--graph", format)
        #expect(app.status == .success)
        #expect(app.terminal.written.first?.lowercased().hasPrefix(beginning.lowercased()) == true)
        #expect(app.terminal.written.first?.contains("AccountStore") == true)
    }

    @Test func graphIsWrittenToAFile() throws {
        let directory = try TemporaryDirectory()
        let app = Launched("--graph", "html:\(directory.path("services.html"))")
        #expect(app.status == .success)
        #expect(app.terminal.written == ["The graph is in '\(directory.path("services.html"))'."])
        #expect(try directory.text("services.html").contains("AccountStore"))
    }

    @Test func graphThatCannotBeWrittenIsReported() throws {
        let directory = try TemporaryDirectory()
        let path = directory.path("missing/services.html")
        let app = Launched("--graph", "html:\(path)")
        #expect(app.status == .failure)
        #expect(app.terminal.complaints == ["The file '\(path)' cannot be written (No such file or directory)."])
    }

    @Test func serviceIsExplainedByTheNameOfItsType() {
        let app = Launched("--explain", "AccountStore")
        #expect(app.status == .success)
        #expect(app.terminal.written.first?.contains("StoreModule.swift") == true)
    }

    @Test func unknownTypeIsReported() {
        let app = Launched("--explain", "Unicorn")
        #expect(app.status == .failure)
        #expect(app.terminal.complaints == ["No registration has a type with the name 'Unicorn'."])
    }

    @Test func traceNamesTheServicesThatWereBuilt() {
        let app = Launched("--trace")
        #expect(app.status == .success)
        #expect(app.terminal.complaints.contains { $0.contains("AccountStore built in ") })
        #expect(app.report == ["Signed up 4 of 4 from the sample."])
    }
}
