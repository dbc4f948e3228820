/// A scale series as lines.
struct LineChart {
    let series: Series
    let width: Double
    let height: Double

    func draw(in drawing: inout Drawing, x: Double, y: Double) {
        let ticks = Axis.ticks(upTo: series.lines.flatMap(\.values).max() ?? 1)
        let horizontal = horizontalAxis(from: x + 44, to: x + width - 12)
        let vertical = Axis(
            scale: .linear,
            values: 0...(ticks.last ?? 1),
            start: y + height - 40,
            end: y + 58
        )
        drawing.text(series.name.capitalizedFirst, x: x, y: y + 16, "title")
        drawing.text(series.valueLabel, x: x + width - 12, y: y + 16, "small", anchor: .end)
        drawLegend(in: &drawing, x: x, y: y + 38)
        drawGrid(ticks, horizontal, vertical, in: &drawing)
        for (tone, line) in series.lines.enumerated() {
            draw(line, tone: tone, horizontal, vertical, in: &drawing)
        }
        drawing.text(
            series.sizeLabel,
            x: (horizontal.start + horizontal.end) / 2,
            y: y + height - 6,
            "small",
            anchor: .middle
        )
    }
}

extension LineChart {
    /// Logarithmic if the sizes span two orders of magnitude.
    private func horizontalAxis(from start: Double, to end: Double) -> Axis {
        let first = Double(series.sizes.first ?? 0)
        let last = Double(series.sizes.last ?? 1)
        return Axis(
            scale: first > 0 && last >= first * 100 ? .logarithmic : .linear,
            values: first...max(first, last),
            start: start,
            end: end
        )
    }

    private func draw(
        _ line: Series.Line,
        tone: Int,
        _ horizontal: Axis,
        _ vertical: Axis,
        in drawing: inout Drawing
    ) {
        let points = zip(series.sizes, line.values)
            .map { size, value in
                (x: horizontal.place(of: Double(size)), y: vertical.place(of: value))
            }
        drawing.path(points, "line tone\(tone)")
        for point in points {
            drawing.dot(x: point.x, y: point.y, "dot tone\(tone)")
        }
    }

    private func drawGrid(_ ticks: [Double], _ horizontal: Axis, _ vertical: Axis, in drawing: inout Drawing) {
        for tick in ticks {
            let y = vertical.place(of: tick)
            drawing.line(from: (horizontal.start, y), to: (horizontal.end, y), "grid")
            drawing.text(tick.shortText, x: horizontal.start - 6, y: y + 4, "small", anchor: .end)
        }
        for size in series.sizes {
            let x = horizontal.place(of: Double(size))
            drawing.text(String(size), x: x, y: vertical.start + 16, "small", anchor: .middle)
        }
    }

    private func drawLegend(in drawing: inout Drawing, x: Double, y: Double) {
        var left = x
        for (tone, line) in series.lines.enumerated() {
            drawing.dot(x: left + 4, y: y - 4, radius: 4, "dot tone\(tone)")
            drawing.text(line.name, x: left + 13, y: y, "muted")
            left += 34 + Double(line.name.count) * 6.4
        }
    }
}

extension String {
    fileprivate var capitalizedFirst: String {
        prefix(1).uppercased() + dropFirst()
    }
}
