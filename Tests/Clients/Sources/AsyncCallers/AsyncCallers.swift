import Foundation

/// A program that uses every public form of the library in `async` functions, and checks what the form does.
///
/// Without arguments it runs everything, the callers that end the program in processes of their own.
@main
struct AsyncCallers {
    static func main() async {
        let arguments = CommandLine.arguments
        guard arguments.count == 3, let index = Int(arguments[2]) else { return await callAll() }
        switch arguments[1] {
        case "exit": await Caller.all[index].exiting()
        case "dispatchMain": await Caller.all[index].dispatching()
        default: fatalError("usage: AsyncCallers [exit|dispatchMain index]")
        }
    }

    private static func callAll() async {
        for caller in Caller.all {
            await caller.returning()
            await caller.suspending()
        }
        for index in Caller.all.indices {
            runAlone("exit", index)
            runAlone("dispatchMain", index)
        }
        await registerConcurrently()
        await resolveConcurrently()
        await declareConcurrently()
        await overrideConcurrently()
        await observeConcurrently()
        await handOver()
        await operate()
        await endLife()
        print("Every form works in async functions.")
    }

    /// Runs a caller that ends its process.
    private static func runAlone(_ ending: String, _ index: Int) {
        let process = Process()
        process.executableURL = Bundle.main.executableURL
        process.arguments = [ending, "\(index)"]
        do {
            try process.run()
        } catch {
            fatalError("\(error)")
        }
        process.waitUntilExit()
        expect(process.terminationReason == .exit && process.terminationStatus == 0)
    }
}

/// Stops the program, in release builds as well, if a form has not done its work.
func expect(_ isExpected: Bool, fileID: StaticString = #fileID, line: UInt = #line) {
    guard !isExpected else { return }
    fatalError("Not as expected", file: fileID, line: line)
}
