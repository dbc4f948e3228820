import Foundation
import Testing

@testable import SeamExample

struct SignUpLineTests {
    @Test func blankLinesAndCommentsAreCountedButSkipped() {
        let lines = SignUpLine.lines(of: Data("# people\n\nAda,a\n  \n #\nGrace,g".utf8))
        #expect(lines == [SignUpLine(number: 3, text: "Ada,a"), SignUpLine(number: 6, text: "Grace,g")])
    }

    @Test func carriageReturnsAndTheByteOrderMarkAreRemoved() {
        let lines = SignUpLine.lines(of: Data("\u{FEFF}Ada,a\r\nGrace,g\r\n".utf8))
        #expect(lines.map(\.text) == ["Ada,a", "Grace,g"])
    }

    @Test func lineThatIsNotTextKeepsItsNumber() {
        let lines = SignUpLine.lines(of: Data([0xFF, 0x0A, 0x41]))
        #expect(lines == [SignUpLine(number: 1, text: nil), SignUpLine(number: 2, text: "A")])
    }

    @Test func emptyInputHasNoLines() {
        #expect(SignUpLine.lines(of: Data()).isEmpty)
    }
}
