extension DependencyGraph {
    /// The graph in the language of Mermaid, which GitHub and many editors draw.
    ///
    /// Faults are red, lazy dependencies are dotted, and the shape of a node shows whether its instance is kept.
    ///
    /// - Complexity: O(*n*) in the number of nodes and edges.
    public var mermaid: String {
        let numbers = numbers
        var lines = ["flowchart LR"]
        for (index, node) in nodes.enumerated() {
            let scope = node.shownScope.map { "<br/><small>\(Self.mermaidText($0))</small>" } ?? ""
            let text = "\"\(Self.mermaidText(node.id))\(scope)\""
            let shape = node.isKept ? ("([", "])") : node.kind == .missing ? ("{{", "}}") : ("[", "]")
            lines.append("    n\(index)\(shape.0)\(text)\(shape.1)")
        }
        var faulty: [String] = []
        for (index, edge) in edges.enumerated() {
            guard let from = numbers[edge.from], let to = numbers[edge.to] else { continue }
            let arrow = edge.kind == .lazy ? "-.->" : edge.kind == .alias ? "==>" : "-->"
            let label = edge.kind == .eager ? "" : "|\(edge.kind.rawValue)|"
            lines.append("    n\(from) \(arrow)\(label) n\(to)")
            if edge.fault != nil { faulty.append("\(index)") }
        }
        let missing = nodes.enumerated().filter { $0.element.kind == .missing }.map { "n\($0.offset)" }
        if !missing.isEmpty {
            lines.append("    classDef missing stroke:#c62828,stroke-dasharray:4,color:#c62828")
            lines.append("    class \(missing.joined(separator: ",")) missing")
        }
        if !faulty.isEmpty {
            lines.append("    linkStyle \(faulty.joined(separator: ",")) stroke:#c62828,stroke-width:2px")
        }
        return lines.joined(separator: "\n") + "\n"
    }

    /// The graph in the language of Graphviz.
    ///
    /// Faults are red, lazy dependencies are dashed, and the arrow from an alias to its target is hollow.
    ///
    /// - Complexity: O(*n*) in the number of nodes and edges.
    public var dot: String {
        let numbers = numbers
        var lines = [
            "digraph services {",
            "    rankdir=LR; ranksep=0.9; nodesep=0.15; splines=true; bgcolor=\"white\";",
            "    node [shape=box style=\"rounded,filled\" fillcolor=\"#f5f5f2\" color=\"#8a8a80\" "
                + "fontname=\"Helvetica\" fontsize=11 margin=\"0.12,0.05\"];",
            "    edge [color=\"#8a8a80\" fontname=\"Helvetica\" fontsize=9 arrowsize=0.6];",
        ]
        for (index, node) in nodes.enumerated() {
            let scope = node.shownScope.map { "\\n" + Self.dotText($0) } ?? ""
            var attributes = "label=\"\(Self.dotText(node.id))\(scope)\""
            if node.isKept { attributes += " fillcolor=\"#dcebf7\" color=\"#3a6ea5\"" }
            if node.kind == .missing {
                attributes += " style=\"rounded,dashed\" color=\"#c62828\" fontcolor=\"#c62828\""
            }
            lines.append("    n\(index) [\(attributes)];")
        }
        for edge in edges {
            guard let from = numbers[edge.from], let to = numbers[edge.to] else { continue }
            var attributes: [String] = []
            if edge.kind == .lazy { attributes.append("style=dashed") }
            if edge.kind == .alias { attributes.append("arrowhead=empty") }
            // The line says it of the others; labels would float far from their edges in a large picture.
            if ![.eager, .lazy, .alias].contains(edge.kind) { attributes.append("label=\"\(edge.kind.rawValue)\"") }
            if edge.fault != nil { attributes.append("color=\"#c62828\" penwidth=2") }
            let text = attributes.isEmpty ? "" : " [\(attributes.joined(separator: " "))]"
            lines.append("    n\(from) -> n\(to)\(text);")
        }
        return (lines + ["}"]).joined(separator: "\n") + "\n"
    }

    /// The place of each node among the nodes.
    private var numbers: [Node.ID: Int] {
        Dictionary(nodes.enumerated().map { ($1.id, $0) }) { first, _ in first }
    }

    /// A text between quotes, in Mermaid.
    private static func mermaidText(_ text: String) -> String {
        // Only before a semicolon may these begin an entity.
        let ofEntities: [Unicode.Scalar: String] =
            text.unicodeScalars.contains(";") ? ["#": "#35;", "&": "#amp;"] : [:]
        let escapes: [Unicode.Scalar: String] = ["\"": "#quot;", "<": "#lt;", "\n": "<br/>"]
        return escaped(text, escapes.merging(ofEntities) { $1 })
    }

    /// A text between quotes, in DOT, where a backslash begins an escape.
    private static func dotText(_ text: String) -> String {
        escaped(text, ["\\": "\\\\", "\"": "\\\""])
    }

    /// A text whose scalars are escaped, and not its characters: a quote with an accent behind it is part of another
    /// `Character`.
    private static func escaped(_ text: String, _ escapes: [Unicode.Scalar: String]) -> String {
        text.unicodeScalars.map { escapes[$0] ?? String($0) }.joined()
    }
}

extension DependencyGraph.Node {
    /// Whether an instance outlives its request.
    fileprivate var isKept: Bool { !["", "unique", "graph"].contains(scope) && kind != .alias }

    /// The scope, unless it is the usual one or the service is missing.
    fileprivate var shownScope: String? { ["", "unique"].contains(scope) ? nil : scope }
}
