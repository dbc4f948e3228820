/// A generated program that registers services and asks for one.
struct SizeProgram: Equatable, Sendable {
    /// Whether the program uses Seam, or a table instead.
    let usesSeam: Bool
    /// The number of registered services; a program without any only prints a line.
    let services: Int

    /// The name of its target.
    var name: String { "\(usesSeam ? "Seam" : "Table")With\(services)" }
}

extension SizeProgram {
    /// The declarations of the services, and the functions that register them.
    var clientText: String {
        let form = ClientForm.registering[0]
        return ClientSource(
            importsSeam: usesSeam,
            service: form.service,
            services: services,
            code: usesSeam ? form.seam : form.floor
        )
        .text
    }

    /// The text of `main.swift`.
    var mainText: String {
        guard services > 0 else { return (usesSeam ? "import Seam\n" : "") + "print(\"ready\")\n" }
        return (usesSeam ? containerLines : tableLines).joined(separator: "\n") + "\n"
    }

    private var containerLines: [String] {
        ["import Seam", "let container = Container()"] + fillingLines("container")
            + ["let service: Service0 = container.resolve()", "print(service)"]
    }

    private var tableLines: [String] {
        ["var table: [ObjectIdentifier: Any] = [:]"] + fillingLines("&table")
            + ["let make = table[ObjectIdentifier(Service0.self)] as! () -> Service0", "print(make())"]
    }

    /// The calls of the functions that ``clientText`` declares.
    private func fillingLines(_ target: String) -> [String] {
        (0..<ClientFrame.table.groupCount(of: services)).map { "fill\($0)(\(target))" }
    }
}
