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

/// The reason why another program could not do its part of a measurement.
enum CommandError: Error, Equatable, CustomStringConvertible {
    /// No folder of `PATH` has a program of this name.
    case programMissing(String)
    /// The program ended with an error; what it printed says which.
    case failed(program: String, output: String)
    /// This folder holds no compiled `Seam` module.
    case moduleMissing(folder: String)
    /// This folder is not a checkout of the package.
    case packageMissing(folder: String)

    var description: String {
        switch self {
        case .programMissing(let program):
            "'\(program)' is in no folder of PATH. Add the folder of the Swift toolchain to it."
        case .failed(let program, let output):
            "'\(program)' failed and printed:\n\(output)"
        case .moduleMissing(let folder):
            "There is no Seam.swiftmodule in '\(folder)'. Start the program from where it was built: "
                + "swift run -c release seam-benchmarks --client."
        case .packageMissing(let folder):
            "There is no Package.swift with Sources/Seam in '\(folder)'. Start the program in a checkout of Seam."
        }
    }
}
