import TestKit
import Testing

@testable import Seam

/// A reference that is not counted.
struct BorrowedTests {
    @Test func objectIsFoundByItsWord() {
        let counted = CountedObject(Counter())
        let word = Borrowed(counted).word
        #expect(word != 0 && word.isMultiple(of: 2))
        #expect(Borrowed<CountedObject>(word)?.is(counted) == true)
        #expect(Borrowed<CountedObject>(at: Borrowed(counted).address).use { $0.isIntact })
    }

    @Test func zeroWordHasNoObject() {
        #expect(Borrowed<CountedObject>(0) == nil)
    }

    @Test func borrowedReferenceEqualsThatOfItsObjectAlone() {
        let living = Counter()
        let (first, second) = (CountedObject(living), CountedObject(living))
        #expect(Borrowed(first).is(first))
        #expect(!Borrowed(first).is(second))
    }

    @Test func borrowedReferenceKeepsNothingAlive() {
        let living = Counter()
        var counted: CountedObject? = CountedObject(living)
        let borrowed = counted.map { Borrowed($0) }
        counted = nil
        #expect(living.count == 0)
        #expect(borrowed != nil)
    }

    @Test func retainedReferenceKeepsTheObject() {
        let living = Counter()
        var counted: CountedObject? = CountedObject(living)
        let kept = counted.map { Borrowed($0).retained() }
        counted = nil
        #expect(kept?.isIntact == true)
        #expect(living.count == 1)
    }
}
