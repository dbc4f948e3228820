import TestKit
import Testing

@testable import Seam

/// The places of a thread, without any request.
struct ValueStoreTests {
    static var here: UInt { 0x1000 }
    static var there: UInt { 0x2000 }

    /// Calls `body` on a thread of its own, whose store is empty before and afterwards.
    func onFreshThread<Value: Sendable>(
        _ body: @escaping @Sendable (ThreadRecord) -> Value
    ) throws -> Value {
        try WorkerThread {
            let record = ThreadLocal.record
            defer {
                record.clearStore()
                record.isUnsettled = false
            }
            return body(record)
        }
        .value()
    }

    static func address(_ object: AnyObject) -> UInt {
        Borrowed(object).word
    }

    /// Puts a value in the store.
    static func put<Value>(
        _ value: Value,
        for owner: AnyObject,
        in context: UInt = here,
        _ record: ThreadRecord
    ) {
        record.store(value, at: reserve(for: owner, in: context, record))
    }

    static func reserve(for owner: AnyObject, in context: UInt = here, _ record: ThreadRecord) -> Int {
        withExtendedLifetime(owner) { record.reservePlace(for: address(owner), in: context, keeping: nil) }
    }

    static func value<Value>(
        of owner: AnyObject,
        in context: UInt = here,
        as type: Value.Type,
        _ record: ThreadRecord
    ) -> Value? {
        record.storedWord(of: address(owner), in: context).map { copyOfBoxedValue(at: $0, as: Value.self) }
    }

    @Test func valueIsFoundByItsOwnerAndContext() throws {
        let found = try onFreshThread { record -> [Int?] in
            let (owner, other) = (DeinitAction {}, DeinitAction {})
            Self.put(1, for: owner, record)
            Self.put(2, for: owner, in: Self.there, record)
            return [
                Self.value(of: owner, as: Int.self, record),
                Self.value(of: owner, in: Self.there, as: Int.self, record),
                Self.value(of: other, as: Int.self, record),
            ]
        }
        #expect(found == [1, 2, nil])
    }

    @Test func valueIsOutOfSightWhileTheThreadHasAnotherResolution() throws {
        let seen = try onFreshThread { record in
            let owner = Counter()
            Self.put(1, for: owner, record)
            let hidden = record.with(Resolution()) { Self.value(of: owner, as: Int.self, record) }
            return [hidden, Self.value(of: owner, as: Int.self, record)]
        }
        #expect(seen == [nil, 1])
    }

    @Test func reservedPlaceHasNoValueYet() throws {
        let found = try onFreshThread { record -> [Bool] in
            let owner = DeinitAction {}
            let place = Self.reserve(for: owner, record)
            let before = record.storedWord(of: Self.address(owner), in: Self.here) == nil
            record.store("text", at: place)
            return [before, Self.value(of: owner, as: String.self, record) == "text"]
        }
        #expect(found == [true, true])
    }

    @Test func vacatedPlaceIsForgotten() throws {
        let dead = Counter()
        let found = try onFreshThread { record -> [Bool] in
            var owner: DeinitAction? = DeinitAction { dead.increment() }
            guard let living = owner else { return [] }
            let place = Self.reserve(for: living, record)
            record.vacatePlace(place)
            let isGone = record.storedWord(of: Self.address(living), in: Self.here) == nil
            let holdsNothing = withExtendedLifetime(living) { dead.count == 0 }
            owner = nil
            return [isGone, holdsNothing]
        }
        #expect(found == [true, true])
        #expect(dead.count == 1)
    }

    @Test func ownersAndValuesAreHeldUntilTheStoreIsCleared() throws {
        let (owners, values) = (Counter(), Counter())
        let counts = try onFreshThread { record -> [Int] in
            for number in 0..<10 {
                let owner = CountedObject(owners)
                if number.isMultiple(of: 2) {
                    Self.put(CountedObject(values), for: owner, record)
                } else {
                    Self.put((CountedObject(values), CountedObject(values) as Any?), for: owner, record)
                }
            }
            let before = [owners.count, values.count]
            record.clearStore()
            return before + [owners.count, values.count]
        }
        #expect(counts == [10, 15, 0, 0])
    }

    @Test(arguments: [(false, 2), (true, 0)])
    func contextIsHeldWithItsValueIfItHasToBeRetained(isVacated: Bool, held: Int) throws {
        let contexts = Counter()
        let counts = try onFreshThread { record -> [Int] in
            for isKept in [false, true, true] {
                let (owner, context) = (DeinitAction {}, CountedObject(contexts))
                let place = withExtendedLifetime(owner) {
                    record.reservePlace(
                        for: Self.address(owner),
                        in: Self.address(context),
                        keeping: isKept ? context : nil
                    )
                }
                if isVacated { record.vacatePlace(place) } else { record.store(1, at: place) }
            }
            let before = contexts.count
            record.clearStore()
            return [before, contexts.count]
        }
        #expect(counts == [held, 0])
    }

    @Test func storeCanBeFilledAgain() throws {
        let values = Counter()
        let counts = try onFreshThread { record -> [Int] in
            (0..<20)
                .map { _ in
                    for _ in 0..<100 { Self.put(CountedObject(values), for: DeinitAction {}, record) }
                    defer { record.clearStore() }
                    return values.count
                }
        }
        #expect(counts == Array(repeating: 100, count: 20))
        #expect(values.count == 0)
    }

    @Test func deinitOfAValueMayFillTheStoreAgain() throws {
        let values = Counter()
        let found = try onFreshThread { record -> [Int] in
            let owner = DeinitAction {}
            for number in 0..<4 {
                Self.put(
                    DeinitAction {
                        let record = ThreadLocal.record
                        guard Self.value(of: owner, as: DeinitAction.self, record) == nil else { return }
                        Self.put(CountedObject(values), for: DeinitAction { _ = number }, record)
                    },
                    for: owner,
                    in: number == 0 ? Self.here : Self.there,
                    record
                )
            }
            record.clearStore()
            let filled = values.count
            record.clearStore()
            return [filled, values.count]
        }
        #expect(found == [4, 0])
    }

    @Test func roomIsForFiveWordsAtTheAlignmentOfAWord() {
        #expect(ValueStore.fits((any Sendable).self))
        #expect(ValueStore.fits((Int, Int, Int, Int, Int).self))
        #expect(!ValueStore.fits((Int, Int, Int, Int, Int, Bool).self))
        #expect(!ValueStore.fits(SIMD2<Double>.self))
        #expect(ValueStore.fits(Void.self))
    }
}
