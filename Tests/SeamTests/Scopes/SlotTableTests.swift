import Synchronization
import TestKit
import Testing

@testable import Seam

/// An argument that holds an object, and whose hash is the same as that of others.
private struct Crowded: Hashable, Sendable {
    let number: Int
    var counted: CountedObject?

    static func == (left: Self, right: Self) -> Bool { left.number == right.number }
    func hash(into hasher: inout Hasher) { hasher.combine(0) }
}

/// An argument that holds an object.
private struct Weighty: Hashable, Sendable {
    let number: Int
    let counted: CountedObject

    static func == (left: Self, right: Self) -> Bool { left.number == right.number }
    func hash(into hasher: inout Hasher) { hasher.combine(number) }
}

/// The slots of one registration in one place, by the values of the arguments.
struct SlotTableTests {
    private let table = SlotTable(.cached)

    private static func slot<Argument: Hashable>(for argument: Argument, in table: SlotTable) throws -> InstanceSlot {
        let box = ValueBox(ArgumentPack(argument))
        defer { withExtendedLifetime(box) {} }
        let reference = try #require(ArgumentReference(box, of: Argument.self))
        return table.slot(for: reference)
    }

    /// The slot for an argument, which keeps an instance.
    @discardableResult
    private static func filledSlot<Argument: Hashable>(
        for argument: Argument,
        in table: SlotTable,
        with instance: CachedInstance = CachedInstance(keeping: 1)
    ) throws -> InstanceSlot {
        let slot = try slot(for: argument, in: table)
        #expect(slot.fill(with: instance))
        return slot
    }

    private static func drop(_ table: SlotTable, isRetiring: Bool = false) -> [DroppedInstances.Element] {
        table.drop(published: Atomic(.none), isRetiring: isRetiring).all
    }

    // MARK: Finding

    @Test func slotForNoArgumentsIsOne() {
        #expect(table.slot(for: nil) === table.slot(for: nil))
        #expect(table.all.count == 1)
    }

    @Test func slotForArgumentsIsUsable() throws {
        #expect(try Self.slot(for: 1, in: table).decision().own != nil)
    }

    @Test func equalArgumentsHaveOneSlot() throws {
        let slot = try Self.filledSlot(for: "a", in: table)
        #expect(try Self.slot(for: "a", in: table) === slot)
    }

    @Test func differentArgumentsHaveDifferentSlots() throws {
        let first = try Self.filledSlot(for: 1, in: table)
        let second = try Self.filledSlot(for: 2, in: table)
        #expect(first !== second)
        #expect(first !== table.slot(for: nil))
        #expect(try Self.slot(for: 1, in: table) === first)
        #expect(try Self.slot(for: 2, in: table) === second)
    }

    @Test func argumentsOfEqualHashHaveDifferentSlots() throws {
        let slots = try (0..<8).map { try Self.filledSlot(for: Crowded(number: $0), in: table) }
        #expect(Set(slots.map(ObjectIdentifier.init)).count == 8)
        for (number, slot) in slots.enumerated() {
            #expect(try Self.slot(for: Crowded(number: number), in: table) === slot)
        }
        #expect(table.all.count == 8)
    }

    @Test func argumentThatCannotBeComparedHasNoReference() {
        let box = ValueBox(ArgumentPack(Fixtures.Depth(remaining: 1)))
        #expect(ArgumentReference(box, of: Fixtures.Depth.self) == nil)
    }

    @Test func listContainsAllSlots() throws {
        let slots = [table.slot(for: nil)] + (try (1...3).map { try Self.filledSlot(for: $0, in: table) })
        #expect(Set(table.all.map(ObjectIdentifier.init)) == Set(slots.map(ObjectIdentifier.init)))
    }

    @Test(.timeLimit(.minutes(15)))
    func oneOfTheThreadsThatComeAtOnceBuildsOrElseTheNext() throws {
        for round in 0..<50 {
            let table = SlotTable(.cached)
            // A slot that another thread has found unused may be removed before its first use.
            let builds = try ThreadGroup.run(4) { _ in
                try Self.slot(for: Crowded(number: round), in: table).decision().own != nil
            }
            #expect(table.all.count <= 1)
            let next = try Self.slot(for: Crowded(number: round), in: table).decision().own
            #expect(builds.count { $0 } + (next == nil ? 0 : 1) == 1)
        }
    }

    // MARK: Dropping

    @Test func dropReturnsTheInstances() throws {
        let instances = (0..<3).map { CachedInstance(keeping: $0) }
        table.slot(for: nil).fill(with: instances[0])
        try Self.filledSlot(for: 1, in: table, with: instances[1])
        try Self.filledSlot(for: 2, in: table, with: instances[2])
        let dropped = Self.drop(table).map(\.instance)
        #expect(Set(dropped.map(ObjectIdentifier.init)) == Set(instances.map(ObjectIdentifier.init)))
        #expect(table.all.allSatisfy { $0.instance == nil })
    }

    @Test func dropReleasesTheArguments() throws {
        let living = Counter()
        for number in 0..<5 {
            try Self.filledSlot(for: Weighty(number: number, counted: CountedObject(living)), in: table)
        }
        #expect(living.count == 5)
        do {
            let dropped = Self.drop(table)
            #expect(living.count == 5)
            withExtendedLifetime(dropped) {}
        }
        #expect(living.count == 0)
    }

    @Test func slotForNoArgumentsIsUsedAgainAfterADrop() {
        let slot = table.slot(for: nil)
        slot.fill(with: CachedInstance(keeping: 1))
        DroppedInstances(Self.drop(table)).release()
        #expect(table.slot(for: nil) === slot)
        #expect(slot.decision().own != nil)
    }

    @Test func droppedSlotForArgumentsIsOutOfUse() throws {
        let slot = try Self.filledSlot(for: 1, in: table)
        DroppedInstances(Self.drop(table)).release()
        #expect(slot.decision().isRetired)
        let next = try Self.slot(for: 1, in: table)
        #expect(next !== slot)
        #expect(next.decision().own != nil)
    }

    @Test func buildUnderWayIsNotKeptAfterADrop() throws {
        let slot = try Self.slot(for: 1, in: table)
        let build = try #require(slot.decision().own)
        #expect(Self.drop(table).isEmpty)
        let isKept = slot.publish(CachedInstance(keeping: 1), of: build, word: .none, at: Atomic(.none))
        #expect(!isKept)
    }

    @Test func dropClearsThePublishedWord() {
        let published = Atomic(InstanceWord.none)
        table.slot(for: nil).fill(with: CachedInstance(keeping: 1), word: InstanceWord(rawValue: 64), at: published)
        let dropped = table.drop(published: published)
        #expect(dropped.all.count == 1)
        #expect(published.load(ordering: .relaxed) == .none)
    }

    // MARK: Retiring

    @Test func slotsOfARetiredTableAreOutOfUse() throws {
        let plain = table.slot(for: nil)
        let slot = try Self.filledSlot(for: 1, in: table)
        #expect(Self.drop(table, isRetiring: true).count == 1)
        #expect(plain.decision().isRetired)
        #expect(slot.decision().isRetired)
        #expect(table.slot(for: nil).decision().isRetired)
        #expect(try Self.slot(for: 1, in: table).decision().isRetired)
    }

    @Test func retiredTableKeepsNoSlot() throws {
        _ = Self.drop(table, isRetiring: true)
        for number in 0..<10 { _ = try Self.slot(for: number, in: table) }
        #expect(table.all.allSatisfy { $0.arguments == nil })
    }

    @Test func slotForNoArgumentsIsOutOfUseIfTheTableIsRetiredBefore() {
        _ = Self.drop(table, isRetiring: true)
        #expect(table.slot(for: nil).decision().isRetired)
    }

    @Test func retiredTableStaysRetired() {
        _ = Self.drop(table, isRetiring: true)
        _ = Self.drop(table)
        #expect(table.slot(for: nil).decision().isRetired)
    }

    // MARK: Sweeping

    @Test func slotsThatWereNeverUsedAreRemoved() throws {
        for number in 0..<1_000 { _ = try Self.slot(for: number, in: table) }
        #expect(table.all.count < 10)
    }

    @Test func slotsWithInstancesStay() throws {
        let slots = try (0..<200).map { try Self.filledSlot(for: $0, in: table) }
        #expect(table.all.count == 200)
        for (number, slot) in slots.enumerated() { #expect(try Self.slot(for: number, in: table) === slot) }
    }

    @Test func slotsWithBuildsUnderWayStay() throws {
        let builds = try (0..<100)
            .map { number in
                let slot = try Self.slot(for: number, in: table)
                return (slot, try #require(slot.decision().own))
            }
        for (slot, build) in builds { #expect(slot.buildUnderWay === build) }
        #expect(table.all.count == 100)
    }

    @Test func slotThatIsOutOfUseIsForgotten() throws {
        let slot = try Self.slot(for: 1, in: table)
        // Another thread has swept the slot, and is about to remove it.
        #expect(slot.retire { _ in true }.isRetired)
        table.forget(slot)
        let fresh = try Self.filledSlot(for: 1, in: table)
        table.forget(slot)
        #expect(try Self.slot(for: 1, in: table) === fresh)
    }

    @Test func expiredInstancesAreRemoved() throws {
        let (clock, living) = (ManualClock(), Counter())
        let scope = Scope.cached(for: .seconds(10), clock: clock)
        guard case .expiring(let limit) = scope.lifetime else { fatalError("the scope has no age") }
        let table = SlotTable(scope)
        for number in 0..<50 {
            let instance = CachedInstance(.strong(ValueBox(CountedObject(living))), until: limit)
            try Self.filledSlot(for: number, in: table, with: instance)
        }
        #expect(living.count == 50)
        clock.advance(by: .seconds(20))
        for number in 100..<150 { _ = try Self.slot(for: number, in: table) }
        #expect(living.count == 0)
    }

    @Test func instancesThatAreNotExpiredStay() throws {
        let (clock, living) = (ManualClock(), Counter())
        let scope = Scope.cached(for: .seconds(10), clock: clock)
        guard case .expiring(let limit) = scope.lifetime else { fatalError("the scope has no age") }
        let table = SlotTable(scope)
        for number in 0..<50 {
            let instance = CachedInstance(.strong(ValueBox(CountedObject(living))), until: limit)
            try Self.filledSlot(for: number, in: table, with: instance)
        }
        clock.advance(by: .seconds(9))
        for number in 100..<150 { _ = try Self.slot(for: number, in: table) }
        #expect(living.count == 50)
    }

    @Test func releasedInstancesAreRemovedWithTheirArguments() throws {
        let living = Counter()
        let table = SlotTable(.shared)
        for number in 0..<50 {
            let object = DeinitAction {}
            let box = try #require(WeakBox(object))
            try Self.filledSlot(
                for: Weighty(number: number, counted: CountedObject(living)),
                in: table,
                with: CachedInstance(.weak(box))
            )
            withExtendedLifetime(object) {}
        }
        #expect(living.count < 10)
        #expect(table.all.count < 10)
    }

    @Test func slotsOfEqualHashAreFoundAfterSomeOfThemAreRemoved() throws {
        let table = SlotTable(.shared)
        let objects = (0..<20).map { _ in DeinitAction {} }
        for number in 0..<40 {
            let object = number.isMultiple(of: 2) ? objects[number / 2] : DeinitAction {}
            let box = try #require(WeakBox(object))
            try Self.filledSlot(for: Crowded(number: number), in: table, with: CachedInstance(.weak(box)))
        }
        for number in 100..<200 { _ = try Self.slot(for: Crowded(number: number), in: table) }
        for number in stride(from: 0, to: 40, by: 2) {
            let instance = try Self.slot(for: Crowded(number: number), in: table).instance
            #expect(instance?.value(as: DeinitAction.self) === objects[number / 2])
        }
    }
}
