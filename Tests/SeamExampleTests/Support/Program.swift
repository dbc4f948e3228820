import Foundation

/// The built program, found beside the tests.
enum Program {
    /// The outcome of a run of the program.
    struct Run {
        let status: Int32
        let output: String
        let errors: String
    }

    /// Whether the program has to be there: the package manager builds it beside the tests, and Xcode elsewhere.
    #if os(Linux)
    static let isExpected = true
    #else
    static let isExpected = location != nil
    #endif

    static let location: URL? = {
        let bundles = Bundle.allBundles.map(\.bundleURL) + [URL(filePath: CommandLine.arguments[0])]
        return bundles.flatMap { [$0, $0.deletingLastPathComponent()] }
            .map { $0.appending(path: "seam-example") }
            .first { FileManager.default.isExecutableFile(atPath: $0.path(percentEncoded: false)) }
    }()

    /// Runs the program with nothing but `input` on its standard input.
    ///
    /// Its output has to fit into a pipe, as a few lines do.
    static func run(_ arguments: String..., input: String = "") throws -> Run {
        try run(arguments, input: input)
    }

    /// Runs the program, and collects its output unless that is written to `file`.
    static func run(_ arguments: [String], input: String = "", writingTo file: FileHandle? = nil) throws -> Run {
        let process = Process()
        let (standardInput, output, errors) = (Pipe(), Pipe(), Pipe())
        process.executableURL = location
        process.arguments = arguments
        process.standardInput = standardInput
        process.standardOutput = file ?? output
        process.standardError = errors
        try process.run()
        try standardInput.fileHandleForWriting.write(contentsOf: Data(input.utf8))
        try standardInput.fileHandleForWriting.close()
        process.waitUntilExit()
        let collected = file == nil ? try text(from: output) : ""
        return try Run(status: process.terminationStatus, output: collected, errors: text(from: errors))
    }

    private static func text(from pipe: Pipe) throws -> String {
        let data = try pipe.fileHandleForReading.readToEnd() ?? Data()
        return String(decoding: data, as: UTF8.self)
    }
}
