import Testing

@testable import Seam

struct PublishedValueTests {
    @Test func valueStandsAtItsAddress() {
        let box = PublishedValue("some text that is too long to be stored inline")
        withExtendedLifetime(box) {
            #expect(box.address.pointee == "some text that is too long to be stored inline")
        }
    }

    @Test func addressStaysTheSame() {
        let box = PublishedValue([1, 2, 3])
        let address = box.address
        #expect(box.address == address)
        withExtendedLifetime(box) {
            #expect(address.pointee == [1, 2, 3])
        }
    }

    @Test func valueIsReleasedWithTheBox() {
        let dead = Tally()
        do {
            let box = PublishedValue(Farewell { dead.next() })
            #expect(dead.count == 0)
            withExtendedLifetime(box) {}
        }
        #expect(dead.count == 1)
    }

    @Test func copiesOutliveTheBox() {
        let copy: [String]
        do {
            let box = PublishedValue(["a", "b"])
            copy = withExtendedLifetime(box) { box.address.pointee }
        }
        #expect(copy == ["a", "b"])
    }

    @Test func emptyValuesHaveABoxToo() {
        let box = PublishedValue(())
        withExtendedLifetime(box) {
            #expect(box.address.pointee == ())
        }
    }

    @Test func threadsMayCopyAtOnce() throws {
        let box = PublishedValue((0..<100).map { "\($0)" })
        let copies = try ThreadCrew.run(4) { _ in
            withExtendedLifetime(box) { (0..<200).allSatisfy { _ in box.address.pointee.count == 100 } }
        }
        #expect(copies == [true, true, true, true])
    }
}
