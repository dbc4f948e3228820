import Foundation

/// Builds programs without any service, with one and with many, and compares their sizes.
struct SizeBenchmark {
    /// The folder of Seam's own package.
    let checkout: URL
    /// The number of services of the largest programs.
    let services: Int

    func measure() throws -> SizeReport {
        let pairs = [0, 1, services]
            .map { count in
                (
                    floor: SizeProgram(usesSeam: false, services: count),
                    seam: SizeProgram(usesSeam: true, services: count)
                )
            }
        let package = try SizePackage(of: pairs.flatMap { [$0.floor, $0.seam] }, checkout: checkout)
        try package.build()
        var rows: [SizeReport.Row] = []
        for pair in pairs {
            rows.append(
                SizeReport.Row(
                    services: pair.floor.services,
                    floor: try package.strippedSize(of: pair.floor),
                    seam: try package.strippedSize(of: pair.seam)
                )
            )
        }
        return SizeReport(rows: rows)
    }
}
