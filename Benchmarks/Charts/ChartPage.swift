/// One picture of a report: the ratios, and below them the scale series, two in a row; one that is left over has the
/// last row to itself.
struct ChartPage {
    let report: Report

    private let width = 960.0
    private let margin = 28.0
    private let gap = 32.0
    private let seriesHeight = 270.0

    init(report: Report) {
        self.report = report
    }

    /// The picture as the text of an SVG file.
    var svg: String {
        var drawing = Drawing()
        drawing.rectangle(x: 0.5, y: 0.5, width: width - 1, height: height - 1, corner: 10, "page")
        ratios.draw(in: &drawing, x: margin, y: margin)
        drawSeries(in: &drawing)
        drawing.text(
            "Measured on \(report.machine)",
            x: width - margin,
            y: height - 14,
            "small",
            anchor: .end
        )
        return """
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(width.shortText) \(height.shortText)" \
            width="\(width.shortText)" height="\(height.shortText)" role="img">
            <title>Seam benchmarks</title>
            <style>
            \(ChartStyle.css)
            </style>
            \(drawing.markup)
            </svg>

            """
    }
}

extension ChartPage {
    private var ratios: RatioChart {
        RatioChart(workloads: report.workloads, width: width - 2 * margin)
    }

    private var seriesTop: Double {
        margin + ratios.height + (ratios.height > 0 ? gap : 0)
    }

    private var height: Double {
        let rows = Double((report.series.count + 1) / 2)
        return seriesTop + rows * (seriesHeight + gap) + margin
    }

    private func drawSeries(in drawing: inout Drawing) {
        let row = width - 2 * margin
        let column = (row - gap) / 2
        for (index, series) in report.series.enumerated() {
            let isAlone = index % 2 == 0 && index == report.series.count - 1
            LineChart(series: series, width: isAlone ? row : column, height: seriesHeight)
                .draw(
                    in: &drawing,
                    x: margin + Double(index % 2) * (column + gap),
                    y: seriesTop + Double(index / 2) * (seriesHeight + gap)
                )
        }
    }
}
