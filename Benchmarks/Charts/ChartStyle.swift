/// The look of the charts, in the light and in the dark.
///
/// The style has classes and no variables: some programs that show SVG pictures do not support variables.
enum ChartStyle {
    static let css = """
        text { font: 12px -apple-system, "Segoe UI", "Noto Sans", Helvetica, Arial, sans-serif; fill: #1f2328 }
        .heading { font-size: 17px; font-weight: 600 }
        .title { font-size: 14px; font-weight: 600 }
        .muted { fill: #59636e }
        .small { font-size: 11px; fill: #59636e }
        .value { font-weight: 600 }
        .page { fill: #ffffff; stroke: #d1d9e0 }
        polyline { fill: none; stroke-width: 1 }
        .grid { stroke: #d1d9e0 }
        .floor { stroke: #59636e; stroke-dasharray: 3 3 }
        .spread { stroke: #1f2328; stroke-opacity: 0.55; stroke-width: 1.5 }
        .bar.goal { fill: #2f81f7 }
        .bar.gate { fill: #d4a72c }
        .bar.missed { fill: #cf222e }
        .mark { stroke-width: 2.5 }
        .mark.goal { stroke: #1a7f37 }
        .mark.gate { stroke: #cf222e }
        .line { stroke-width: 2; stroke-linejoin: round }
        .line.tone0 { stroke: #8c959f }
        .line.tone1 { stroke: #2f81f7 }
        .line.tone2 { stroke: #a475f9 }
        .line.tone3 { stroke: #db6d28 }
        .dot.tone0 { fill: #8c959f }
        .dot.tone1 { fill: #2f81f7 }
        .dot.tone2 { fill: #a475f9 }
        .dot.tone3 { fill: #db6d28 }
        @media (prefers-color-scheme: dark) {
          text { fill: #e6edf3 }
          .muted, .small { fill: #9198a1 }
          .page { fill: #0d1117; stroke: #30363d }
          .grid { stroke: #30363d }
          .floor { stroke: #9198a1 }
          .spread { stroke: #e6edf3 }
          .bar.gate { fill: #bb8009 }
          .bar.missed { fill: #da3633 }
          .mark.goal { stroke: #3fb950 }
          .mark.gate { stroke: #f85149 }
        }
        """
}
