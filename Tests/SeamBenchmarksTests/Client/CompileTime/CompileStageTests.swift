import Testing

@testable import SeamBenchmarks

struct CompileStageTests {
    @Test func onlyCompilingMakesAFile() {
        #expect(CompileStage.typeChecking.arguments(output: "a.o") == ["-typecheck"])
        #expect(CompileStage.compiling.arguments(output: "a.o") == ["-Onone", "-c", "-o", "a.o"])
    }
}
