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

/// The page that ``DependencyGraph/html`` shows a graph with.
///
/// The page is one text without references to the network. Its parts are in files of their own: the style, and the
/// script in three parts.
enum DependencyGraphPage {
    /// The text of the whole page, with a graph in JSON.
    static func text(of graph: String) -> String {
        let script = "\"use strict\";\nconst graph = \(graph);\n" + layout + drawing + input
        return """
            <!doctype html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <title>Services</title>
            <style>
            \(style)
            </style>
            </head>
            <body>
            \(body)
            <script>
            \(script)
            </script>
            </body>
            </html>

            """
    }

    /// The elements: the list with its filters, the picture, and the details of the selected service.
    private static let body = #"""
        <aside>
        <header>
        <input id="search" type="search" placeholder="Search services" aria-label="Search services" autocomplete="off">
        <div id="scopes" role="group" aria-label="Scopes"></div>
        <div id="count" role="status"></div>
        </header>
        <ul id="list" aria-label="Services"></ul>
        </aside>
        <main>
        <svg role="img" aria-label="Dependency graph"><defs>
        <marker id="arrow" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto-start-reverse">
        <path d="M0 0 8 4 0 8z" fill="context-stroke"/></marker></defs><g id="view"></g></svg>
        <section id="detail" hidden aria-live="polite"></section>
        <div id="keys"><kbd>/</kbd> search &ensp; <kbd>↑</kbd> <kbd>↓</kbd> next service &ensp; <kbd>Esc</kbd> all services
        &ensp; <kbd>+</kbd> <kbd>−</kbd> zoom</div>
        </main>
        """#
}
