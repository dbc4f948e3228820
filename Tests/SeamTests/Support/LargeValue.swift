/// A service that no register has room for.
struct LargeValue: Sendable, Equatable {
    var words = (1, 2, 3, 4, 5, 6, 7, 8)
    let text = "a text that stands on the heap, to be seen by a sanitizer"

    static func == (left: Self, right: Self) -> Bool {
        left.words.0 == right.words.0 && left.words.7 == right.words.7 && left.text == right.text
    }
}
