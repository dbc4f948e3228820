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
