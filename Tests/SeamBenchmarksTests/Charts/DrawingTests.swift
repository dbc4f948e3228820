import Testing

@testable import SeamBenchmarks

struct DrawingTests {
    @Test func textIsEscaped() {
        #expect(Drawing.escaped("a < b && \"c\"") == "a &lt; b &amp;&amp; &quot;c&quot;")
    }

    @Test func textCarriesItsStyleAndAnchor() {
        var drawing = Drawing()
        drawing.text("A & B", x: 1, y: 2.5, "small", anchor: .end)
        #expect(drawing.markup == #"<text x="1" y="2.5" class="small" text-anchor="end">A &amp; B</text>"#)
    }

    @Test func pathGoesThroughItsPoints() {
        var drawing = Drawing()
        drawing.path([(0, 0), (1.25, 3)], "line")
        #expect(drawing.markup == #"<polyline points="0,0 1.25,3" class="line"/>"#)
    }
}
