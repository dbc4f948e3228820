import TestKit
import Testing

@testable import Seam

private protocol Sounding: Sendable {
    var isIntact: Bool { get }
}

private final class Bell: Sounding, Error {
    private let counted: CountedObject
    init(_ living: Counter) { counted = CountedObject(living) }
    var isIntact: Bool { counted.isIntact }
}

/// Objects inside values that the language keeps in boxes of their own.
struct WeakBoxInnerBoxTests {
    private let living = Counter()

    /// A box for weak references whose value is released while the object itself lives on.
    private func box<Value>(_ wrap: (Bell) -> Value) -> (bell: Bell, box: WeakBox?) {
        let bell = Bell(living)
        return (bell, WeakBox(wrap(bell)))
    }

    @Test func errorIsRefused() {
        let (bell, box) = box { $0 as any Error }
        #expect(box == nil)
        withExtendedLifetime(bell) {}
    }

    @Test func optionalExistentialInAnyIsFound() {
        let (bell, box) = box { Optional($0 as any Sounding) as Any }
        for _ in 0..<100 { #expect(box?.value(as: Any.self) as? Bell === bell) }
        withExtendedLifetime(bell) {}
    }
}
