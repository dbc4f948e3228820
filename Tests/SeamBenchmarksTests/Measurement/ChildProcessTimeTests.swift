import Testing

@testable import SeamBenchmarks

struct ChildProcessTimeTests {
    @Test func programThatWorksTakesTime() throws {
        let shell = try Command(named: "sh")
        let time = try ChildProcessTime.measure {
            try shell.run(["-c", "i=0; while [ $i -lt 50000 ]; do i=$((i + 1)); done"])
        }
        #expect(time > .zero)
    }
}
