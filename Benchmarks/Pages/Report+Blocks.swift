extension Report {
    /// The tables of the documentation's pages, by the names of their marks; a part that was not measured has none.
    var blocks: [String: String] {
        var blocks: [String: String] = [:]
        if !workloads.isEmpty {
            blocks["workloads"] =
                workloadTable
                .keeping(["workload", "floor", "ratio", "quartiles", "goal", "gate", "verdict"]).rowsInMarkdown
        }
        if !forms.isEmpty { blocks["forms"] = formTable.rowsInMarkdown }
        if !series.isEmpty {
            blocks["series"] = series.map(\.block).joined(separator: "\n\n")
        }
        if let launch { blocks["launch"] = launch.table.rowsInMarkdown }
        if !growth.isEmpty { blocks["growth"] = growthTable.rowsInMarkdown }
        if !curves.isEmpty { blocks["curves"] = curveTable.rowsInMarkdown }
        if let client { blocks.merge(client.blocks) { first, _ in first } }
        return blocks
    }
}

extension Series {
    /// The table below a line that says what it shows.
    fileprivate var block: String {
        "\(name.prefix(1).uppercased() + name.dropFirst()), \(valueLabel):\n\n\(table.rowsInMarkdown)"
    }
}

extension ClientReport {
    /// The tables of the parts that were measured.
    fileprivate var blocks: [String: String] {
        var blocks: [String: String] = [:]
        if !forms.isEmpty { blocks["client"] = formTable.rowsInMarkdown }
        if !importing.isEmpty { blocks["importing"] = importTable.rowsInMarkdown }
        if let size { blocks["size"] = size.table.rowsInMarkdown }
        return blocks
    }
}
