/// A weak reference, which a `Sendable` class may have as a constant: a `weak let` needs Swift 6.3 (SE-0481).
struct Weak<Object: AnyObject & Sendable>: Sendable {
    weak var object: Object?
}

/// A weak reference to an object of any type.
struct WeakObject {
    weak var object: AnyObject?
}
