import Testing

@testable import SeamBenchmarks

struct CommandErrorTests {
    @Test(arguments: [
        (
            CommandError.programMissing("strip"),
            "'strip' is in no folder of PATH. Add the folder of the Swift toolchain to it."
        ),
        (.failed(program: "swift", output: "error: no\n"), "'swift' failed and printed:\nerror: no\n"),
        (
            .moduleMissing(folder: "/a"),
            "There is no Seam.swiftmodule in '/a'. Start the program from where it was built: "
                + "swift run -c release seam-benchmarks --client."
        ),
        (
            .packageMissing(folder: "/a"),
            "There is no Package.swift with Sources/Seam in '/a'. Start the program in a checkout of Seam."
        ),
    ])
    func errorSaysWhatToDo(error: CommandError, text: String) {
        #expect(error.description == text)
    }
}
