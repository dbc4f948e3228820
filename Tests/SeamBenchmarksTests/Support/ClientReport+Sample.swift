@testable import SeamBenchmarks

extension ClientReport {
    /// A report with something in every part.
    static let sample = ClientReport(
        services: 500,
        importing: [
            CompileCost(
                stage: .typeChecking,
                floor: Distribution(exactly: 300),
                seam: Distribution(exactly: 330)
            )
        ],
        forms: [
            CompileReport(
                form: "register",
                floor: "closure",
                costs: [
                    CompileCost(
                        stage: .typeChecking,
                        floor: Distribution(exactly: 0.5),
                        seam: Distribution(exactly: 1)
                    ),
                    CompileCost(stage: .compiling, floor: Distribution(exactly: 0), seam: Distribution(exactly: 2)),
                ]
            )
        ],
        size: SizeReport(rows: [
            SizeReport.Row(services: 1, floor: 1000, seam: 5000),
            SizeReport.Row(services: 11, floor: 2000, seam: 8000),
        ])
    )
}
