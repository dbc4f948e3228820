extension Report {
    /// The report for a terminal.
    var text: String {
        (["Seam benchmarks: \(machine)"] + tables.map(\.text)).joined(separator: "\n\n")
    }

    /// The report in Markdown.
    var markdown: String {
        (["Measured on \(machine)."] + tables.map(\.markdown)).joined(separator: "\n\n")
    }

    /// Everything that was measured, as tables; a part that was not measured has none.
    var tables: [Table] {
        var tables: [Table] = []
        if !workloads.isEmpty { tables.append(workloadTable) }
        tables += series.map(\.table)
        if let launch { tables.append(launch.table) }
        if !growth.isEmpty { tables.append(growthTable) }
        if !curves.isEmpty { tables.append(curveTable) }
        if !forms.isEmpty { tables.append(formTable) }
        if let client { tables += client.tables }
        return tables
    }

    var workloadTable: Table {
        Table(
            title: "Workloads, as a ratio to their floors",
            columns: [
                .text("workload"), .text("floor"), .number("floor ns"), .number("Seam ns"), .number("ratio"),
                .number("quartiles"), .number("objects"), .number("goal"), .number("gate"), .text("verdict"),
            ],
            rows: workloads.map(\.cells)
        )
    }

    var growthTable: Table {
        Table(
            title: "Memory over many repetitions",
            columns: [
                .text("activity"), .number("repetitions"), .number("resident KiB"), .number("growth KiB"),
                .text("verdict"),
            ],
            rows: growth.map(\.cells)
        )
    }
}

extension Report {
    var curveTable: Table {
        Table(
            title: "Growth: the exponent of a cost in a size, fitted",
            columns: [
                .text("curve"), .number("from"), .number("ns"), .number("to"), .number("ns"), .number("exponent"),
                .number("goal"), .number("gate"), .text("verdict"),
            ],
            rows: curves.map(\.cells)
        )
    }

    /// The forms, the cheapest first.
    var formTable: Table {
        Table(
            title: "Forms of requests, in multiples of one object made by hand",
            columns: [.text("request"), .number("× one object")],
            rows: forms.sorted { $0.ratio.median < $1.ratio.median }.map { [$0.name, $0.ratio.median.text(places: 1)] }
        )
    }
}

extension CurveReport {
    fileprivate var cells: [String] {
        [
            name, sizes.first?.grouped ?? "", values.first?.text(places: 0) ?? "",
            "\(sizes.last?.grouped ?? "")\(isComplete ? "" : ", stopped")", values.last?.text(places: 0) ?? "",
            exponent?.text(places: 2) ?? "n/a", budget.goalText, budget.gateText, verdict.description,
        ]
    }
}

extension WorkloadReport {
    fileprivate var cells: [String] {
        [
            name, floor,
            outcome.floor?.median.text(places: 1) ?? "",
            outcome.seam?.median.text(places: 1) ?? "",
            outcome.ratio?.median.text(places: 2) ?? "n/a",
            outcome.ratio.map { "\($0.lowerQuartile.text(places: 2))–\($0.upperQuartile.text(places: 2))" } ?? "",
            outcome.surplusObjects.map { "\($0 > 0 ? "+" : "")\($0.shortText)" } ?? "n/a",
            budget.goalText, budget.gateText, verdict.description,
        ]
    }
}

extension GrowthReport {
    fileprivate var cells: [String] {
        [
            activity, String(repetitions),
            bytesAfter.map { String($0 >> 10) } ?? "n/a",
            growth.map { String($0 / 1024) } ?? "n/a",
            verdict == .goal ? "flat" : verdict == .missed ? "GROWS" : verdict.description,
        ]
    }
}

extension Series {
    var table: Table {
        Table(
            title: "\(name): \(valueLabel)",
            columns: [.number(sizeLabel)] + lines.map { .number($0.name) },
            rows: sizes.enumerated()
                .map { index, size in
                    [String(size)] + lines.map { $0.values[index].text(places: 1) }
                }
        )
    }
}

extension LaunchReport {
    var table: Table {
        let comparisons: [(String, Comparison?)] = [
            ("first time, with a resolution, µs", cold), ("registered again, µs", warm),
            ("resident bytes per registration", bytesPerRegistration),
        ]
        return Table(
            title: "Launch: \(services) registrations and a first resolution",
            columns: [.text(""), .number("[ObjectIdentifier: () -> AnyObject]"), .number("Seam"), .number("ratio")],
            rows: comparisons.map { name, comparison in
                guard let comparison else { return [name, "n/a", "n/a", ""] }
                return [
                    name, comparison.floor.text(places: 0), comparison.seam.text(places: 0),
                    (comparison.seam / comparison.floor).text(places: 2),
                ]
            }
        )
    }
}
