/// Rows under a title.
struct Table: Equatable, Sendable {
    /// A column, and the side to which its cells are aligned.
    struct Column: Equatable, Sendable {
        let title: String
        let isNumber: Bool

        static func text(_ title: String) -> Self { Self(title: title, isNumber: false) }
        static func number(_ title: String) -> Self { Self(title: title, isNumber: true) }
    }

    let title: String
    let columns: [Column]
    let rows: [[String]]
}

extension Table {
    /// The table for a terminal, in columns of equal width.
    var text: String {
        let widths = columns.indices.map { index in
            max(columns[index].title.count, rows.map { $0[index].count }.max() ?? 0)
        }
        let lines = ([columns.map(\.title), widths.map { String(repeating: "─", count: $0) }] + rows)
            .map { cells in
                line(of: cells, widths: widths)
            }
        return ([title, ""] + lines).joined(separator: "\n")
    }

    private func line(of cells: [String], widths: [Int]) -> String {
        var padded: [String] = []
        for (index, cell) in cells.enumerated() {
            let space = String(repeating: " ", count: widths[index] - cell.count)
            padded.append(columns[index].isNumber ? space + cell : cell + space)
        }
        var line = padded.joined(separator: "  ")
        while line.hasSuffix(" ") { line.removeLast() }
        return line
    }
}

extension Table {
    /// The table in Markdown.
    var markdown: String {
        "### \(title)\n\n\(rowsInMarkdown)"
    }

    /// The table in Markdown, without its title.
    var rowsInMarkdown: String {
        let rule = columns.map { $0.isNumber ? "---:" : "---" }
        return ([columns.map(\.title), rule] + rows)
            .map { cells in
                "| " + cells.map(Self.escaped).joined(separator: " | ") + " |"
            }
            .joined(separator: "\n")
    }

    /// The table with the columns of these titles only.
    func keeping(_ titles: Set<String>) -> Table {
        let kept = columns.indices.filter { titles.contains(columns[$0].title) }
        return Table(
            title: title,
            columns: kept.map { columns[$0] },
            rows: rows.map { row in kept.map { row[$0] } }
        )
    }

    private static func escaped(_ cell: String) -> String {
        cell.split(separator: "|", omittingEmptySubsequences: false).joined(separator: "\\|")
    }
}
