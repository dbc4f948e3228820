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

/// The sizes of programs on disk, as a release without symbols.
struct SizeReport: Equatable, Sendable, Codable {
    /// The bytes of two programs that do the same.
    struct Row: Equatable, Sendable, Codable {
        let services: Int
        let floor: Int
        let seam: Int

        /// The bytes that Seam adds.
        var difference: Int { seam - floor }
    }

    /// From the fewest services to the most.
    let rows: [Row]
}

extension SizeReport {
    /// The bytes that one more service adds to a program: the slope between the last two rows.
    ///
    /// - Precondition: These rows differ in their number of services.
    var growth: (floor: Double, seam: Double)? {
        guard rows.count > 1 else { return nil }
        let (few, many) = (rows[rows.count - 2], rows[rows.count - 1])
        let services = Double(many.services - few.services)
        return (Double(many.floor - few.floor) / services, Double(many.seam - few.seam) / services)
    }
}
