import Testing

@testable import Seam

/// The dictionary whose copies share what nobody has changed.
struct SharedDictionaryTests {
    private var original = SharedDictionary<String, Int>()

    init() {
        original["one"] = 1
        original["two"] = 2
    }

    @Test mutating func copyHasTheValues() {
        let copy = original.share()
        #expect((copy["one"], copy["two"], copy["three"]) == (1, 2, nil))
        #expect(copy.count == 2)
    }

    @Test mutating func changeOfOneIsNotSeenByTheOther() {
        var copy = original.share()
        original["one"] = 10
        copy["three"] = 3
        #expect((original["one"], original["three"], original.count) == (10, nil, 2))
        #expect((copy["one"], copy["three"], copy.count) == (1, 3, 3))
    }

    @Test mutating func valueIsChangedInOneOfThem() {
        let copy = original.share()
        original.change("one", default: 0) { $0 += 10 }
        original.change("three", default: 0) { $0 += 3 }
        #expect((original["one"], original["three"]) == (11, 3))
        #expect((copy["one"], copy["three"]) == (1, nil))
    }

    @Test mutating func laterCopyHasTheChanges() {
        let early = original.share()
        original["one"] = 10
        let late = original.share()
        #expect((early["one"], late["one"], late["two"], late.count) == (1, 10, 2, 2))
    }

    @Test mutating func valuesThatAreLeftOutAreNotShared() {
        let copy = original.share { $0 > 1 }
        #expect((copy["one"], copy["two"]) == (nil, 2))
        #expect((original["one"], original["two"], original.count) == (1, 2, 2))
        original["one"] = nil
        #expect(original["one"] == nil)
    }

    @Test func emptyDictionaryHasEmptyCopies() {
        var empty = SharedDictionary<String, Int>()
        let copy = empty.share()
        #expect(empty.count == 0 && copy.count == 0)
    }
}
