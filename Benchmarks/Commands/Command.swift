import Foundation

/// Another program that can be run with arguments.
struct Command: Sendable {
    let program: URL

    /// The program that is running.
    static var own: Command {
        Command(program: Bundle.main.executableURL ?? URL(fileURLWithPath: CommandLine.arguments[0]))
    }

    private init(program: URL) {
        self.program = program
    }

    /// The program of this name in the first folder of `PATH` that has one.
    init(
        named name: String,
        path: String = ProcessInfo.processInfo.environment["PATH"] ?? ""
    ) throws(CommandError) {
        let candidates = path.split(separator: ":").map { URL(fileURLWithPath: "\($0)/\(name)") }
        guard let program = candidates.first(where: { FileManager.default.isExecutableFile(atPath: $0.path) }) else {
            throw .programMissing(name)
        }
        self.program = program
    }

    /// Runs the program until it ends.
    ///
    /// - Returns: The text that the program printed to the standard output and the standard error.
    /// - Throws: ``CommandError/failed(program:output:)`` if it ends with an error or does not start.
    @discardableResult
    func run(_ arguments: [String]) throws(CommandError) -> String {
        let process = Process()
        let pipe = Pipe()
        process.executableURL = program
        process.arguments = arguments
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = pipe
        process.standardError = pipe
        do {
            try process.run()
        } catch {
            throw .failed(program: program.lastPathComponent, output: error.localizedDescription)
        }
        let output = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        guard process.terminationStatus == 0 else {
            throw .failed(program: program.lastPathComponent, output: output)
        }
        return output
    }
}
