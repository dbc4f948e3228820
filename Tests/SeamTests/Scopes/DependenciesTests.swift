import TestKit
import Testing

@testable import Seam

/// The slots whose instances a kept instance received.
struct DependenciesTests {
    private let dependencies = Dependencies(keeper: nil, outer: nil)

    @Test func newInstanceHasNoDependencies() {
        #expect(dependencies.slots.isEmpty)
    }

    @Test func notedSlotsAreListed() {
        let slots = (0..<3).map { _ in InstanceSlot() }
        for slot in slots { dependencies.note(slot) }
        #expect(Set(dependencies.slots.map(ObjectIdentifier.init)) == Set(slots.map(ObjectIdentifier.init)))
    }

    @Test func slotThatIsNotedTwiceIsListedOnce() {
        let slot = InstanceSlot()
        dependencies.note(slot)
        dependencies.note(slot)
        #expect(dependencies.slots.map(ObjectIdentifier.init) == [ObjectIdentifier(slot)])
    }

    @Test func releasedSlotsAreForgotten() {
        let slot = InstanceSlot()
        dependencies.note(InstanceSlot())
        dependencies.note(slot)
        dependencies.note(InstanceSlot())
        #expect(dependencies.slots.map(ObjectIdentifier.init) == [ObjectIdentifier(slot)])
        withExtendedLifetime(slot) {}
    }

    @Test func slotInThePlaceOfAReleasedSlotIsListed() {
        for _ in 0..<100 {
            dependencies.note(InstanceSlot())
            let slot = InstanceSlot()
            dependencies.note(slot)
            #expect(dependencies.slots.map(ObjectIdentifier.init) == [ObjectIdentifier(slot)])
            withExtendedLifetime(slot) {}
        }
    }

    @Test func livingSlotsStayListedWhenManyCome() {
        let slots = (0..<200).map { _ in InstanceSlot() }
        for slot in slots {
            dependencies.note(slot)
            for _ in 0..<3 { dependencies.note(InstanceSlot()) }
        }
        #expect(Set(dependencies.slots.map(ObjectIdentifier.init)) == Set(slots.map(ObjectIdentifier.init)))
    }

    @Test func slotsAreNotHeld() {
        weak var slot: InstanceSlot?
        do {
            let noted = InstanceSlot()
            dependencies.note(noted)
            slot = noted
        }
        #expect(slot == nil)
    }

    @Test func keepersAreThoseOfTheInstancesAroundToo() {
        let (first, second) = (Container(), Container())
        let outer = Dependencies(keeper: ObjectIdentifier(first), outer: nil)
        let inner = Dependencies(keeper: ObjectIdentifier(second), outer: outer)
        #expect(outer.keepers == [ObjectIdentifier(first)])
        #expect(inner.keepers == [ObjectIdentifier(first), ObjectIdentifier(second)])
        #expect(Dependencies(keeper: ObjectIdentifier(first), outer: outer).keepers == [ObjectIdentifier(first)])
    }

    @Test func instanceThatIsHeldWeaklyHasNoKeeperOfItsOwn() {
        let outer = Dependencies(keeper: ObjectIdentifier(Container.main), outer: nil)
        #expect(dependencies.keepers.isEmpty)
        #expect(Dependencies(keeper: nil, outer: outer).keepers == outer.keepers)
    }

    @Test(.timeLimit(.minutes(15)))
    func threadsMayNoteSlotsAtOnce() throws {
        let (dependencies, slots) = (dependencies, (0..<100).map { _ in InstanceSlot() })
        try ThreadGroup.run(4) { _ in
            for slot in slots { dependencies.note(slot) }
        }
        #expect(Set(dependencies.slots.map(ObjectIdentifier.init)) == Set(slots.map(ObjectIdentifier.init)))
    }
}
