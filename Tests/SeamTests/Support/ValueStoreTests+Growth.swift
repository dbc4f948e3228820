import TestKit
import Testing

@testable import Seam

/// A store has room for any number of values, and frees what it has taken for many.
extension ValueStoreTests {
    /// A value whose address the runtime knows, so that it cannot be moved byte by byte.
    private struct Weak {
        weak var object: CountedObject?
    }

    /// The number of places that the store of a thread has.
    private static func capacity(_ record: ThreadRecord) -> Int? { record.storage.pointee.store?.capacity }

    @Test(arguments: [15, 16, 17, 33, 1_000])
    func everyValueIsFoundHoweverManyThereAre(count: Int) throws {
        let found = try onFreshThread { record -> [Int] in
            let owners = (0..<count).map { _ in DeinitAction {} }
            for (number, owner) in owners.enumerated() {
                Self.put((number, "a text that stands on the heap"), for: owner, record)
                Self.put(-number, for: owner, in: Self.there, record)
            }
            return owners.map { owner in
                let (number, text) = Self.value(of: owner, as: (Int, String).self, record) ?? (.min, "")
                guard text.utf8.count == 30 else { return .min }
                return number - (Self.value(of: owner, in: Self.there, as: Int.self, record) ?? .min)
            }
        }
        #expect(found == (0..<count).map { 2 * $0 })
    }

    @Test func valuesOfEveryKindOutliveTheGrowth() throws {
        let living = Counter()
        let found = try onFreshThread { record -> [Bool] in
            let owners = (0..<40).map { _ in DeinitAction {} }
            let object = CountedObject(living)
            Self.put(Weak(object: object), for: owners[0], record)
            Self.put(CountedObject(living) as any Sendable, for: owners[1], record)
            Self.put(Int?.none, for: owners[2], record)
            Self.put((), for: owners[3], record)
            let reserved = Self.reserve(for: owners[4], record)
            for owner in owners[5...] { Self.put(CountedObject(living), for: owner, record) }
            record.store(CountedObject(living), at: reserved)
            let kept = Self.value(of: owners[1], as: (any Sendable).self, record) as? CountedObject
            return [
                Self.value(of: owners[0], as: Weak.self, record)?.object === object,
                kept?.isIntact == true,
                Self.value(of: owners[2], as: Int?.self, record) == .some(nil),
                Self.value(of: owners[3], as: Void.self, record) != nil,
                owners[4...].allSatisfy { Self.value(of: $0, as: CountedObject.self, record)?.isIntact == true },
                living.count == 38,
            ]
        }
        #expect(found == Array(repeating: true, count: 6))
        #expect(living.count == 0)
    }

    @Test func storeThatHasGrownIsFreed() throws {
        let capacities = try onFreshThread { record -> [Int?] in
            for _ in 0..<16 { Self.put(1, for: DeinitAction {}, record) }
            let before = Self.capacity(record)
            for _ in 0..<500 { Self.put(1, for: DeinitAction {}, record) }
            let grown = Self.capacity(record)
            record.clearStore()
            let after = Self.capacity(record)
            Self.put(1, for: DeinitAction {}, record)
            record.clearStore()
            return [before, grown, after, Self.capacity(record)]
        }
        #expect(capacities == [16, 1_024, nil, 16])
    }

    @Test func storeThatHasGrownIsFreedWithoutValues() throws {
        let capacities = try onFreshThread { record -> [Int?] in
            let places = (0..<40).map { _ in Self.reserve(for: DeinitAction {}, record) }
            for place in places.reversed() { record.vacatePlace(place) }
            let emptied = Self.capacity(record)
            record.clearStore()
            return [emptied, Self.capacity(record)]
        }
        #expect(capacities == [64, nil])
    }

    @Test func placeBelowAValueIsVacated() throws {
        let found = try onFreshThread { record -> [Bool] in
            let owners = (0..<60).map { _ in DeinitAction {} }
            let places = owners.prefix(30).map { Self.reserve(for: $0, record) }
            for owner in owners[30...] { Self.put(Self.address(owner), for: owner, record) }
            for place in places { record.vacatePlace(place) }
            // All services again.
            for owner in owners.prefix(30) { Self.put(Self.address(owner), for: owner, record) }
            return owners.map { Self.value(of: $0, as: UInt.self, record) == Self.address($0) }
        }
        #expect(found == Array(repeating: true, count: 60))
    }

    @Test func vacatedPlacesAreTakenAgain() throws {
        let capacity = try onFreshThread { record -> Int? in
            for number in 0..<1_000 {
                let owners = (0..<4).map { _ in DeinitAction {} }
                let places = owners.map { Self.reserve(for: $0, record) }
                for place in number.isMultiple(of: 2) ? places : places.reversed() { record.vacatePlace(place) }
            }
            return Self.capacity(record)
        }
        #expect(capacity == 16)
    }

    @Test func valuesAreFoundWhileOthersAreVacated() throws {
        var generator = SeededGenerator(seed: 1)
        let numbers = (0..<400).map { _ in Int.random(in: 0..<3, using: &generator) }
        let isRight = try onFreshThread { record -> Bool in
            let owners = numbers.map { _ in DeinitAction {} }
            var pending: [Int] = []
            for (number, owner) in zip(numbers, owners) {
                switch number {
                case 0: Self.put(Self.address(owner), for: owner, record)
                case 1: pending.append(Self.reserve(for: owner, record))
                default: pending.popLast().map { record.vacatePlace($0) }
                }
            }
            return zip(numbers, owners)
                .allSatisfy { number, owner in
                    Self.value(of: owner, as: UInt.self, record) == (number == 0 ? Self.address(owner) : nil)
                }
        }
        #expect(isRight)
    }

    @Test func deinitOfAnOwnerThatIsVacatedMayStoreAValue() throws {
        let found = try onFreshThread { record -> [Int?] in
            let later = DeinitAction {}
            var owner: DeinitAction? = DeinitAction { Self.put(7, for: later, ThreadLocal.record) }
            guard let place = owner.map({ Self.reserve(for: $0, record) }) else { return [] }
            owner = nil
            record.vacatePlace(place)
            return [Self.value(of: later, as: Int.self, record)]
        }
        #expect(found == [7])
    }

    @Test func deinitsInAStoreThatHasGrownMayFillAnother() throws {
        let (values, dead) = (Counter(), Counter())
        let counts = try onFreshThread { record -> [Int] in
            for _ in 0..<200 {
                Self.put(
                    DeinitAction {
                        dead.increment()
                        for _ in 0..<3 { Self.put(CountedObject(values), for: DeinitAction {}, ThreadLocal.record) }
                    },
                    for: DeinitAction {},
                    record
                )
            }
            record.clearStore()
            let filled = values.count
            record.clearStore()
            return [filled, values.count]
        }
        #expect(counts == [600, 0])
        #expect(dead.count == 200)
    }
}
