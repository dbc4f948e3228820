import Synchronization
import Testing

@testable import SeamBenchmarks

struct ProgramTests {
    @Test func helpPrintsTheUsage() {
        let run = run(["--help"])
        #expect(run.code == .success)
        #expect(run.output == [Usage.text])
        #expect(run.notes.isEmpty)
    }

    @Test(arguments: [["--fast"], ["--json"], ["--filter", "no such workload"]])
    func wrongUseHasAnExitCodeOfItsOwn(arguments: [String]) {
        let run = run(arguments)
        #expect(run.code == .usage)
        #expect(run.output.isEmpty)
    }

    @Test func wrongUseIsExplainedBesideTheUsage() {
        #expect(run(["--fast"]).notes == ["'--fast' is not an option.\n\n\(Usage.text)"])
    }

    private func run(_ arguments: [String]) -> (code: Program.ExitCode, output: [String], notes: [String]) {
        let output = Mutex<[String]>([])
        let notes = Mutex<[String]>([])
        let program = Program(
            arguments: arguments,
            output: { text in output.withLock { $0.append(text) } },
            note: { text in notes.withLock { $0.append(text) } }
        )
        return (program.run(), output.withLock { $0 }, notes.withLock { $0 })
    }
}
