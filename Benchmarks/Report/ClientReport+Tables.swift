extension ClientReport {
    /// Everything that was measured, as tables; a part that was not measured has none.
    var tables: [Table] {
        var tables: [Table] = []
        if !forms.isEmpty { tables.append(formTable) }
        if !importing.isEmpty { tables.append(importTable) }
        if let size { tables.append(size.table) }
        return tables
    }

    var formTable: Table {
        let stages = CompileStage.allCases.flatMap { stage in
            ["\(stage): floor", "Seam", "ratio"].map(Table.Column.number)
        }
        return Table(
            title: "Compiling a client with \(services) services, ms of processor time for each",
            columns: [.text("form"), .text("floor")] + stages,
            rows: forms.map { [$0.form, $0.floor] + $0.costs.flatMap { $0.cells(places: 2) } }
        )
    }

    var importTable: Table {
        Table(
            title: "Compiling a client that only imports Seam, ms of processor time",
            columns: [.text(""), .number("without"), .number("with import Seam"), .number("ratio")],
            rows: importing.map { [$0.stage.description] + $0.cells(places: 0) }
        )
    }
}

extension CompileCost {
    fileprivate func cells(places: Int) -> [String] {
        [
            floor.median.text(places: places), seam.median.text(places: places),
            ratio?.text(places: 2) ?? "n/a",
        ]
    }
}

extension SizeReport {
    var table: Table {
        let programs = rows.map { row in
            ["\(row.services) registered", row.floor.grouped, row.seam.grouped, row.difference.grouped]
        }
        let further = growth.map { growth in
            [
                "each further one", growth.floor.text(places: 0), growth.seam.text(places: 0),
                (growth.seam - growth.floor).text(places: 0),
            ]
        }
        return Table(
            title: "Size of a program, release, stripped, bytes",
            columns: [.text("services"), .number("[ObjectIdentifier: Any]"), .number("Seam"), .number("difference")],
            rows: programs + (further.map { [$0] } ?? [])
        )
    }
}
