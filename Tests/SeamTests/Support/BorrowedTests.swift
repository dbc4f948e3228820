import Testing

@testable import Seam

/// A reference that is not counted.
struct BorrowedTests {
    @Test func wordLeadsBackToTheObject() {
        let parcel = Parcel(LivingCount())
        let word = Borrowed(parcel).word
        #expect(word != 0 && word.isMultiple(of: 2))
        #expect(Borrowed<Parcel>(word)?.is(parcel) == true)
        #expect(Borrowed<Parcel>(at: Borrowed(parcel).address).use { $0.isIntact })
    }

    @Test func noWordLeadsNowhere() {
        #expect(Borrowed<Parcel>(0) == nil)
    }

    @Test func isOneObjectOnly() {
        let living = LivingCount()
        let (first, second) = (Parcel(living), Parcel(living))
        #expect(Borrowed(first).is(first))
        #expect(!Borrowed(first).is(second))
    }

    @Test func keepsNothing() {
        let living = LivingCount()
        var parcel: Parcel? = Parcel(living)
        let borrowed = parcel.map { Borrowed($0) }
        parcel = nil
        #expect(living.count == 0)
        #expect(borrowed != nil)
    }

    @Test func referenceOfOnesOwnKeepsTheObject() {
        let living = LivingCount()
        var parcel: Parcel? = Parcel(living)
        let kept = parcel.map { Borrowed($0).retained() }
        parcel = nil
        #expect(kept?.isIntact == true)
        #expect(living.count == 1)
    }
}
