import Foundation
import Testing

@testable import SeamExample

/// Runs the program itself, which is built beside the tests.
@Suite(.enabled(if: Program.isExpected))
struct ProgramTests {
    @Test func sampleShipsWithTheProgram() throws {
        let run = try Program.run()
        #expect(run.status == 0)
        #expect(run.output.hasSuffix("Signed up 4 of 4 from the sample.\n"))
        #expect(run.errors.isEmpty)
    }

    @Test(arguments: ["README.md", "README.zh-Hans.md"]) func readmeShowsTheGraph(name: String) throws {
        let package = (0..<4).reduce(URL(filePath: #filePath)) { url, _ in url.deletingLastPathComponent() }
        let page = try String(contentsOf: package.appending(path: name), encoding: .utf8)
        let graph = try Program.run("--graph", "mermaid").output
        #expect(page.contains("```mermaid\n\(graph.trimmingCharacters(in: .newlines))\n```\n"))
    }

    @Test func programReadsStandardInput() throws {
        let run = try Program.run("-", input: "Ada,ada@example.com\nnobody\n")
        #expect(run.status == 1)
        #expect(run.output.hasSuffix("Signed up 1 of 2 from standard input.\n  line 2: expected \"name,email\"\n"))
    }

    @Test func wrongOptionsGoToStandardError() throws {
        let run = try Program.run("--no-such-option")
        #expect(run.status == 2)
        #expect(run.output.isEmpty)
        #expect(run.errors == "There is no option '--no-such-option'. 'seam-example --help' lists the options.\n")
    }

    @Test(.enabled(if: FileManager.default.fileExists(atPath: "/dev/full")))
    func outputThatCannotBeWrittenFails() throws {
        for arguments in [[], ["--mock"], ["--help"]] {
            let run = try Program.run(arguments, writingTo: FileHandle(forWritingAtPath: "/dev/full"))
            #expect(run.status == 1)
            #expect(run.errors == "The output could not be written.\n")
        }
    }
}
