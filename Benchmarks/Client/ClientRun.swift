import Foundation

/// The part of a run that compiles and builds clients.
struct ClientRun {
    let options: Options
    /// Receives a line for each part that begins.
    let progress: (String) -> Void

    /// Measures what the options select.
    ///
    /// - Throws: ``CommandError`` if a program or folder is missing or a client does not build, and errors of the
    ///   file system.
    func run() throws -> ClientReport {
        var report = ClientReport(services: services)
        let benchmark = CompileBenchmark(compiler: try ClientCompiler(), services: services, rounds: rounds)
        if options.selects(Self.importing) {
            progress("client: \(Self.importing)")
            report.importing = try benchmark.measureImport()
        }
        for form in ClientForm.all where options.selects(form.name) {
            progress("client: \(form.name)")
            report.forms.append(try benchmark.measure(form))
        }
        if options.selects(Self.size) {
            progress("client: \(Self.size)")
            report.size = try SizeBenchmark(checkout: checkout, services: services).measure()
        }
        return report
    }

    /// The names that a filter is compared with.
    static var names: [String] { ClientForm.all.map(\.name) + [importing, size] }
}

extension ClientRun {
    private static let importing = "import Seam"
    private static let size = "program size"

    private var services: Int { options.isQuick ? 100 : 500 }
    private var rounds: Int { options.isQuick ? 3 : 5 }
    private var checkout: URL { URL(fileURLWithPath: FileManager.default.currentDirectoryPath) }
}

/// The costs of Seam for the program that uses it, apart from run time.
struct ClientReport: Equatable, Sendable, Codable {
    /// The number of services of the compiled clients.
    let services: Int
    /// The costs of `import Seam`, one for each stage; empty if they were not measured.
    var importing: [CompileCost] = []
    var forms: [CompileReport] = []
    var size: SizeReport?
}
