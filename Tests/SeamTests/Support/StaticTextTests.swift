import Testing

@testable import Seam

struct StaticTextTests {
    @Test(arguments: ["Shop/Cart.swift", "", "größe"] as [StaticString])
    func textIsReadBack(_ string: StaticString) {
        #expect(StaticText(string).description == string.description)
        #expect(StaticText(string).string.description == string.description)
    }

    @Test func textsAreComparedByContent() {
        let bytes = Array("Shop/Cart.swift\0".utf8)
        bytes.withUnsafeBufferPointer { bytes in
            // The linker gives equal literals one address.
            let elsewhere = unsafeBitCast(UInt(bitPattern: bytes.baseAddress), to: StaticText.self)
            #expect(elsewhere == StaticText("Shop/Cart.swift"))
            #expect(elsewhere != StaticText("Shop/Card.swift"))
            #expect(elsewhere != StaticText("Shop/Cart"))
        }
    }

    @Test func placesDifferInEachPart() {
        let place = DeclarationPlace(fileID: "A/B.swift", line: 3, column: 7, function: "service")
        #expect(place == DeclarationPlace(fileID: "A/B.swift", line: 3, column: 7, function: "service"))
        #expect(place != DeclarationPlace(fileID: "A/C.swift", line: 3, column: 7, function: "service"))
        #expect(place != DeclarationPlace(fileID: "A/B.swift", line: 4, column: 7, function: "service"))
        #expect(place != DeclarationPlace(fileID: "A/B.swift", line: 3, column: 8, function: "service"))
        #expect(place != DeclarationPlace(fileID: "A/B.swift", line: 3, column: 7, function: "other"))
        #expect(place.site.callSite.description == "A/B.swift:3")
    }
}
