extension DependencyGraph {
    /// The graph as one self-contained page: search, a filter by scope, and a service's dependencies and dependents on
    /// click.
    ///
    /// The page needs no network and follows the reader's light or dark setting. Faults are red.
    public var html: String { DependencyGraphPage.text(of: json) }

    /// The graph in JSON that may stand inside a script of a page.
    private var json: String {
        let nodes = nodes.map { node in
            let values = [
                ("id", node.id), ("key", node.key), ("scope", node.scope), ("location", node.location ?? ""),
                ("kind", node.kind.rawValue),
            ]
            return Self.object(values)
        }
        let edges = edges.map { edge in
            let values = [("from", edge.from), ("to", edge.to), ("kind", edge.kind.rawValue)]
            return Self.object(values + (edge.fault.map { [("fault", $0.rawValue)] } ?? []))
        }
        return "{\"nodes\":[\(nodes.joined(separator: ",\n"))],\n\"edges\":[\(edges.joined(separator: ",\n"))]}"
    }

    private static func object(_ values: [(key: String, value: String)]) -> String {
        "{" + values.map { "\"\($0.key)\":\"\(escaped($0.value))\"" }.joined(separator: ",") + "}"
    }

    /// A text without characters that end a string of JSON, a line of a script, or the script.
    private static func escaped(_ text: String) -> String {
        var escaped = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"", "\\", "<", "\u{2028}", "\u{2029}", "\u{0}"..."\u{1F}":
                let digits = String(scalar.value, radix: 16)
                escaped += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default:
                escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }
}
