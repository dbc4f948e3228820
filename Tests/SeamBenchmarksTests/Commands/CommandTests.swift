import Foundation
import Testing

@testable import SeamBenchmarks

struct CommandTests {
    @Test func programIsFoundInPath() throws {
        #expect(try Command(named: "sh", path: "/no/such/folder:/bin").program.path == "/bin/sh")
    }

    @Test func missingProgramIsAnError() {
        #expect(throws: CommandError.programMissing("sh")) { try Command(named: "sh", path: "/no/such/folder") }
    }

    @Test func outputAndErrorsAreBothReturned() throws {
        let shell = try Command(named: "sh")
        #expect(try shell.run(["-c", "echo out; echo error >&2"]) == "out\nerror\n")
    }

    @Test func failureContainsThePrintedOutput() throws {
        let shell = try Command(named: "sh")
        #expect(throws: CommandError.failed(program: "sh", output: "broken\n")) {
            try shell.run(["-c", "echo broken; exit 3"])
        }
    }
}
