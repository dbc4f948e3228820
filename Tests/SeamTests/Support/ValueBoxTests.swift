import Testing

@testable import Seam

struct ValueBoxTests {
    @Test func boxHasTheValue() {
        let box = ValueBox("some text that is too long to be stored inline")
        #expect(box.value(as: String.self) == "some text that is too long to be stored inline")
    }

    @Test func wordLeadsToTheValue() {
        let box = ValueBox([1, 2, 3])
        withExtendedLifetime(box) {
            let copy: [Int] = copyOfBoxedValue(at: box.word)
            #expect(copy == [1, 2, 3])
        }
    }

    @Test func valueIsReleasedWithTheBox() {
        let dead = Tally()
        do {
            let box = ValueBox(Farewell { dead.next() })
            #expect(dead.count == 0)
            withExtendedLifetime(box) {}
        }
        #expect(dead.count == 1)
    }

    @Test func copiesOutliveTheBox() {
        let copy: [String]
        do {
            let box = ValueBox(["a", "b"])
            copy = box.value(as: [String].self)
        }
        #expect(copy == ["a", "b"])
    }

    @Test func emptyValuesHaveABoxToo() {
        let box = ValueBox(())
        #expect(box.value(as: Void.self) == ())
    }

    @Test func threadsMayCopyAtOnce() throws {
        let box = ValueBox((0..<100).map { "\($0)" })
        let copies = try ThreadCrew.run(4) { _ in
            (0..<200).allSatisfy { _ in box.value(as: [String].self).count == 100 }
        }
        #expect(copies == [true, true, true, true])
    }
}
