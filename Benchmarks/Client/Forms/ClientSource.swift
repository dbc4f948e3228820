/// The text of a generated client: one file.
struct ClientSource: Sendable {
    /// Whether the client imports the library.
    var importsSeam = true
    /// The shape of the services.
    let service: ClientService
    /// The number of services.
    let services: Int
    /// The use of each service; `nil` for a client that only declares them.
    var code: ClientCode?

    var text: String {
        let parts =
            (importsSeam ? ["import Seam"] : []) + ClientService.dependencies + [Self.root]
            + (0..<services).map(service.declaration) + [code?.text(services: services) ?? ""]
        return parts.joined(separator: "\n") + "\n"
    }

    /// The class whose properties are the services written by hand.
    private static let root = "struct Root {}"
}

/// The declarations around the lines of a generated client.
enum ClientFrame: Equatable, Sendable {
    /// Functions with a parameter, fifty lines in each.
    case functions(parameter: String)
    /// Classes with ten properties each.
    case classes
    /// One extension of a type.
    case extending(String)
}

extension ClientFrame {
    /// Functions that fill a container.
    static let container = Self.functions(parameter: "container: Container")
    /// Functions that fill a table.
    static let table = Self.functions(parameter: "table: inout [ObjectIdentifier: Any]")

    /// The lines with the frame around them.
    func text(around lines: [String]) -> String {
        groups(of: lines).map { "\($0.head) {\n\($0.lines.map { "    \($0)\n" }.joined())}" }.joined(separator: "\n")
    }

    /// The number of declarations that hold that many lines.
    func groupCount(of lineCount: Int) -> Int {
        lineCount / groupSize + (lineCount.isMultiple(of: groupSize) ? 0 : 1)
    }

    private var groupSize: Int {
        switch self {
        case .functions: 50
        case .classes: 10
        case .extending: .max
        }
    }

    private func groups(of lines: [String]) -> [(head: String, lines: ArraySlice<String>)] {
        (0..<groupCount(of: lines.count))
            .map { group in
                let start = group * groupSize
                let slice = lines[start..<min(start + groupSize, lines.count)]
                switch self {
                case .functions(let parameter): return ("func fill\(group)(_ \(parameter))", slice)
                case .classes: return ("final class Owner\(group)", slice + ["init() {}"])
                case .extending(let type): return ("extension \(type)", slice)
                }
            }
    }
}

/// Code that a client has once for each of its services.
struct ClientCode: Sendable {
    let frame: ClientFrame
    /// The line for the service of a number.
    let line: @Sendable (Int) -> String

    /// The code for that many services.
    func text(services: Int) -> String {
        frame.text(around: (0..<services).map(line))
    }
}
