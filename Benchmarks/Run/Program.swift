import Foundation

/// The command line: reads the options, measures, and prints and writes the results.
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
    ///   - arguments: The arguments that follow the program's name.
    ///   - output: A closure that receives the tables.
    ///   - note: A closure that receives progress and complaints.
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
            return try answer(options) ?? measure(options)
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

    /// Measures what another process of this program asks for, if one does.
    private func answer(_ options: Options) throws -> ExitCode? {
        if let side = options.launchSide.flatMap(LaunchSide.init(rawValue:)) {
            output(try OwnProcess.text(of: side.measure()))
            return .success
        }
        guard let name = options.isolatedWorkload else { return nil }
        let benchmarks = BenchmarkRun(options: options) { _ in }
        output(try OwnProcess.text(of: try benchmarks.isolatedOutcome(ofWorkloadNamed: name)))
        return .success
    }

    private func measure(_ options: Options) throws -> ExitCode {
        let benchmarks = BenchmarkRun(options: options, progress: note)
        guard benchmarks.selectsAnything else { throw OptionsError.nothingSelected(options.filter ?? "") }
        let report = try benchmarks.run()
        output(options.printsMarkdown ? report.markdown : report.text)
        try options.jsonPath.map { try write(report.json, to: $0) }
        try options.svgPath.map { try write(ChartPage(report: report).svg, to: $0) }
        try options.pagesPath.map { try renewPages(in: $0, with: report) }
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

    private func renewPages(in folder: String, with report: Report) throws {
        let pages = try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasSuffix(".md") }
        for page in pages.sorted().map({ "\(folder)/\($0)" }) {
            let old = MeasuredPage(text: try String(contentsOfFile: page, encoding: .utf8))
            let new = old.renewed(with: report.blocks)
            guard new.text != old.text else { continue }
            try write(new.text, to: page)
            note("\(page): tables renewed")
        }
    }

    private func write(_ text: String, to path: String) throws {
        try Data(text.utf8).write(to: URL(fileURLWithPath: path))
    }
}
