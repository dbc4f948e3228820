/// The workloads as bars, one ratio each, with a mark at the goal and one at the gate.
struct RatioChart {
    static let rowHeight = 26.0
    static let headerHeight = 64.0
    static let footerHeight = 28.0

    private let rows: [WorkloadReport]
    private let width: Double

    /// Leaves out what has no ratio, or none but zero.
    init(workloads: [WorkloadReport], width: Double) {
        rows = workloads.filter { $0.outcome.ratio != nil && $0.budget.gate > 0 }
        self.width = width
    }

    var height: Double {
        rows.isEmpty ? 0 : Self.headerHeight + Double(rows.count) * Self.rowHeight + Self.footerHeight
    }

    func draw(in drawing: inout Drawing, x: Double, y: Double) {
        guard !rows.isEmpty else { return }
        let top = y + Self.headerHeight
        drawing.text("Cost of a resolution, in multiples of the same thing by hand", x: x, y: y + 18, "heading")
        drawLegend(in: &drawing, x: x, y: y + 42)
        drawGrid(in: &drawing, axis: axis(x), top: top)
        for (index, row) in rows.enumerated() {
            draw(row, in: &drawing, x: x, y: top + Double(index) * Self.rowHeight)
        }
    }
}

extension RatioChart {
    private static let labelWidth = 330.0
    private static let valueWidth = 60.0

    /// Reaches to half as much again as the highest gate; a longer bar is cut off, its number is not.
    ///
    /// Logarithmic, because budgets lie between less than the floor and sixty times as much.
    private func axis(_ x: Double) -> Axis {
        let highestGate = rows.map(\.budget.gate).max() ?? 1
        let highestRatio = rows.compactMap { $0.outcome.ratio?.upperQuartile }.max() ?? 1
        let maximum = max(highestGate, min(highestRatio, highestGate * 1.5))
        return Axis(
            scale: .logarithmic,
            values: 0.25...max(1, maximum),
            start: x + Self.labelWidth,
            end: x + width - Self.valueWidth
        )
    }

    private func draw(_ row: WorkloadReport, in drawing: inout Drawing, x: Double, y: Double) {
        guard let ratio = row.outcome.ratio else { return }
        let axis = axis(x)
        let middle = y + Self.rowHeight / 2
        drawing.text(row.name, x: x + Self.labelWidth - 12, y: middle + 4, "label", anchor: .end)
        drawing.rectangle(
            x: axis.start,
            y: middle - 7,
            width: max(1, axis.place(of: ratio.median) - axis.start),
            height: 14,
            "bar \(row.verdict.rawValue)"
        )
        drawing.line(
            from: (axis.place(of: ratio.lowerQuartile), middle),
            to: (axis.place(of: ratio.upperQuartile), middle),
            "spread"
        )
        drawMark(at: axis.place(of: row.budget.goal), y: middle, "goal", in: &drawing)
        drawMark(at: axis.place(of: row.budget.gate), y: middle, "gate", in: &drawing)
        drawing.text("\(ratio.median.text(places: 2))×", x: x + width, y: middle + 4, "value", anchor: .end)
    }

    private func drawMark(at x: Double, y: Double, _ style: String, in drawing: inout Drawing) {
        drawing.line(from: (x, y - 10), to: (x, y + 10), "mark \(style)")
    }

    private func drawGrid(in drawing: inout Drawing, axis: Axis, top: Double) {
        let bottom = top + Double(rows.count) * Self.rowHeight
        let ticks = [0.5, 2, 4, 8, 16, 32, 64].filter { $0 <= axis.values.upperBound }
        for (tick, style) in ticks.map({ ($0, "grid") }) + [(1, "floor")] {
            let x = axis.place(of: tick)
            drawing.line(from: (x, top), to: (x, bottom), style)
            drawing.text("\(tick.shortText)×", x: x, y: bottom + 16, "small", anchor: .middle)
        }
    }

    private func drawLegend(in drawing: inout Drawing, x: Double, y: Double) {
        drawMark(at: x + 4, y: y - 4, "goal", in: &drawing)
        drawing.text("goal", x: x + 12, y: y, "muted")
        drawMark(at: x + 60, y: y - 4, "gate", in: &drawing)
        drawing.text("gate", x: x + 68, y: y, "muted")
        drawing.text(
            "bar: median ratio, line on it: quartiles, dashes: by hand; shorter is better, except for two threads",
            x: x + 116,
            y: y,
            "muted"
        )
    }
}
