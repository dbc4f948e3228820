/// Shapes of an SVG picture, styled by the classes of `ChartStyle`.
struct Drawing: Equatable, Sendable {
    /// The position of a text at its point.
    enum Anchor: String, Sendable {
        case start
        case middle
        case end
    }

    private(set) var elements: [String] = []

    /// The shapes as the content of an SVG element.
    var markup: String { elements.joined(separator: "\n") }
}

extension Drawing {
    mutating func text(_ text: String, x: Double, y: Double, _ style: String, anchor: Anchor = .start) {
        elements.append(
            """
            <text x="\(Self.number(x))" y="\(Self.number(y))" class="\(style)" text-anchor="\(anchor.rawValue)">\
            \(Self.escaped(text))</text>
            """
        )
    }

    mutating func rectangle(
        x: Double,
        y: Double,
        width: Double,
        height: Double,
        corner: Double = 3,
        _ style: String
    ) {
        elements.append(
            """
            <rect x="\(Self.number(x))" y="\(Self.number(y))" width="\(Self.number(width))" \
            height="\(Self.number(height))" rx="\(Self.number(corner))" class="\(style)"/>
            """
        )
    }

    mutating func line(from start: (x: Double, y: Double), to end: (x: Double, y: Double), _ style: String) {
        path([start, end], style)
    }

    /// A line through all the points.
    mutating func path(_ points: [(x: Double, y: Double)], _ style: String) {
        let corners = points.map { "\(Self.number($0.x)),\(Self.number($0.y))" }.joined(separator: " ")
        elements.append("<polyline points=\"\(corners)\" class=\"\(style)\"/>")
    }

    mutating func dot(x: Double, y: Double, radius: Double = 3, _ style: String) {
        elements.append(
            """
            <circle cx="\(Self.number(x))" cy="\(Self.number(y))" r="\(Self.number(radius))" class="\(style)"/>
            """
        )
    }
}

extension Drawing {
    /// A text as SVG can hold it.
    static func escaped(_ text: String) -> String {
        text.reduce(into: "") { escaped, character in
            switch character {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "\"": escaped += "&quot;"
            default: escaped.append(character)
            }
        }
    }

    private static func number(_ value: Double) -> String {
        value.shortText
    }
}
