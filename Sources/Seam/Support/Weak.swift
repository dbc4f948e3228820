/// A weak reference, which a `Sendable` class may have as a constant: a `weak let` needs Swift 6.3 (SE-0481).
struct Weak<Object: AnyObject & Sendable>: Sendable {
    private(set) weak var object: Object?

    init(_ object: Object?) { self.object = object }
}
