import Foundation

/// The command line: reads the options, measures, prints and writes what came of it.
struct Program {
    /// The exit code of the program.
    enum ExitCode: Int32 {
        case success = 0
        case failure = 1
        case usage = 2
    }

    private let arguments: [String]
    private let output: (String) -> Void
    private let note: (String) -> Void

    /// - Parameters:
    ///   - arguments: What follows the program's name.
    ///   - output: Where the tables go.
    ///   - note: Where progress and complaints go.
    init(arguments: [String], output: @escaping (String) -> Void, note: @escaping (String) -> Void) {
        self.arguments = arguments
        self.output = output
        self.note = note
    }

    func run() -> ExitCode {
        do {
            let options = try Options(parsing: arguments)
            guard !options.showsHelp else {
                output(Usage.text)
                return .success
            }
            return try measure(options)
        } catch let error as OptionsError {
            note("\(error)\n\n\(Usage.text)")
            return .usage
        } catch let error as CommandError {
            note("\(error)")
            return .failure
        } catch {
            note("The report was not written: \(error.localizedDescription)")
            return .failure
        }
    }

    private func measure(_ options: Options) throws -> ExitCode {
        let benchmarks = BenchmarkRun(options: options, progress: note)
        guard benchmarks.selectsAnything else { throw OptionsError.nothingSelected(options.filter ?? "") }
        let report = try benchmarks.run()
        output(options.printsMarkdown ? report.markdown : report.text)
        try options.jsonPath.map { try write(report.json, to: $0) }
        try options.svgPath.map { try write(ChartPage(report: report).svg, to: $0) }
        return options.checksGates ? check(report) : .success
    }

    private func check(_ report: Report) -> ExitCode {
        guard !report.misses.isEmpty else {
            note("Everything keeps its gate.")
            return .success
        }
        note("Over the gate:\n" + report.misses.map { "  \($0)" }.joined(separator: "\n"))
        return .failure
    }

    private func write(_ text: String, to path: String) throws {
        try Data(text.utf8).write(to: URL(fileURLWithPath: path))
    }
}
