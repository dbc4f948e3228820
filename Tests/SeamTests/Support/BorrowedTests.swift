import TestKit
import Testing

@testable import Seam

/// A reference that is not counted.
struct BorrowedTests {
    @Test func wordLeadsBackToTheObject() {
        let parcel = CountedObject(Counter())
        let word = Borrowed(parcel).word
        #expect(word != 0 && word.isMultiple(of: 2))
        #expect(Borrowed<CountedObject>(word)?.is(parcel) == true)
        #expect(Borrowed<CountedObject>(at: Borrowed(parcel).address).use { $0.isIntact })
    }

    @Test func zeroWordLeadsToNoObject() {
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
        var parcel: CountedObject? = CountedObject(living)
        let borrowed = parcel.map { Borrowed($0) }
        parcel = nil
        #expect(living.count == 0)
        #expect(borrowed != nil)
    }

    @Test func retainedReferenceKeepsTheObject() {
        let living = Counter()
        var parcel: CountedObject? = CountedObject(living)
        let kept = parcel.map { Borrowed($0).retained() }
        parcel = nil
        #expect(kept?.isIntact == true)
        #expect(living.count == 1)
    }
}
