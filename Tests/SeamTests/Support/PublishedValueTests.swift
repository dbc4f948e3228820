import Testing

@testable import Seam

struct PublishedValueTests {
    @Test func boxHasTheValue() {
        let box = PublishedValue("some text that is too long to be stored inline")
        #expect(box.value == "some text that is too long to be stored inline")
    }

    @Test func wordLeadsToTheValue() {
        let box = PublishedValue([1, 2, 3])
        withExtendedLifetime(box) {
            let copy: [Int] = copyOfPublished(at: box.word)
            #expect(copy == [1, 2, 3])
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
            copy = box.value
        }
        #expect(copy == ["a", "b"])
    }

    @Test func emptyValuesHaveABoxToo() {
        let box = PublishedValue(())
        #expect(box.value == ())
    }

    @Test func threadsMayCopyAtOnce() throws {
        let box = PublishedValue((0..<100).map { "\($0)" })
        let copies = try ThreadCrew.run(4) { _ in
            (0..<200).allSatisfy { _ in box.value.count == 100 }
        }
        #expect(copies == [true, true, true, true])
    }
}
