import TestKit
import Testing

@testable import Seam

/// The ends of a slot's instance: dropped, replaced, out of use.
struct InstanceSlotDropTests {
    // MARK: Dropping

    @Test func droppedInstanceIsReturnedToTheCaller() {
        let (stage, instance) = SlotStage.ready(word: InstanceWord(rawValue: 64))
        #expect(stage.drop() === instance)
        #expect(stage.word == .none)
        #expect(stage.enter().own != nil)
    }

    @Test func wordOfAnotherSlotStays() {
        let (stage, _) = SlotStage.ready(word: InstanceWord(rawValue: 64))
        stage.word = InstanceWord(rawValue: 128)
        _ = stage.drop()
        #expect(stage.word == InstanceWord(rawValue: 128))
    }

    @Test func dropOfAnEmptySlotDropsNothing() {
        let stage = SlotStage()
        #expect(stage.drop() == nil)
        #expect(stage.enter().own != nil)
    }

    @Test(arguments: [0, 1, 2])
    func retiredSlotStaysOutOfUse(state: Int) {
        let stage = [SlotStage(), SlotStage.building().stage, SlotStage.ready().stage][state]
        #expect((stage.drop(isRetiring: true) == nil) == (state != 2))
        #expect(stage.enter().isRetired)
        #expect(stage.drop() == nil)
        #expect(stage.enter().isRetired)
        #expect(stage.slot.instance == nil)
    }

    @Test func oneInstanceIsDropped() {
        let (stage, instance) = SlotStage.ready(word: InstanceWord(rawValue: 64))
        #expect(stage.drop(instance))
        #expect(stage.word == .none)
        #expect(stage.slot.instance == nil)
        #expect(stage.enter().own != nil)
    }

    @Test func instanceThatIsKeptNoMoreIsNotDropped() {
        let (stage, former) = SlotStage.ready()
        _ = stage.drop()
        #expect(!stage.drop(former))
        let instance = CachedInstance(keeping: 2)
        stage.slot.fill(with: instance)
        stage.word = InstanceWord(rawValue: 64)
        #expect(!stage.drop(former))
        #expect(stage.slot.instance === instance)
        #expect(stage.word == InstanceWord(rawValue: 64))
    }

    @Test func instanceOfARetiredSlotIsNotDroppedAgain() {
        let (stage, instance) = SlotStage.ready()
        _ = stage.drop(isRetiring: true)
        #expect(!stage.drop(instance))
        #expect(stage.enter().isRetired)
    }

    // MARK: Retiring what is of no use

    @Test func emptySlotIsRetired() {
        let stage = SlotStage()
        let (isRetired, dropped) = stage.slot.retire { _ in false }
        #expect(isRetired && dropped == nil)
        #expect(stage.enter().isRetired)
    }

    @Test func uselessInstanceIsRetired() {
        let (stage, instance) = SlotStage.ready()
        let (isRetired, dropped) = stage.slot.retire { $0 === instance }
        #expect(isRetired && dropped === instance)
        #expect(stage.enter().isRetired)
    }

    @Test func usefulInstanceIsNotRetired() {
        let (stage, instance) = SlotStage.ready()
        let (isRetired, dropped) = stage.slot.retire { _ in false }
        #expect(!isRetired && dropped == nil)
        #expect(stage.enter().instance === instance)
    }

    @Test func slotWithABuildUnderWayIsNotRetired() {
        let (stage, build) = SlotStage.building()
        let (isRetired, dropped) = stage.slot.retire { _ in true }
        #expect(!isRetired && dropped == nil)
        #expect(stage.enter().awaited === build)
    }

    @Test func retiredSlotIsRetiredStill() {
        let (isRetired, dropped) = InstanceSlot(isRetired: true).retire { _ in false }
        #expect(isRetired && dropped == nil)
    }

    @Test func slotWithAStorageIsNotRetired() {
        let (stage, build) = SlotStage.building()
        stage.slot.adopt(StrongStorage(), for: build)
        stage.slot.abandon(build)
        #expect(!stage.slot.retire { _ in true }.isRetired)
    }

    @Test func usefulnessIsAskedUnderNoLock() {
        let (stage, instance) = SlotStage.ready()
        let another = CachedInstance(keeping: 2)
        let (isRetired, dropped) = stage.slot.retire { _ in
            _ = stage.drop()
            return stage.slot.fill(with: another)
        }
        #expect(!isRetired && dropped == nil)
        #expect(stage.slot.instance === another)
        withExtendedLifetime(instance) {}
    }

    // MARK: Storages

    @Test func storageIsKeptForTheNextBuild() {
        let (stage, build) = SlotStage.building()
        let storage = StrongStorage()
        stage.slot.adopt(storage, for: build)
        stage.slot.abandon(build)
        #expect(stage.slot.storage === storage)
        _ = stage.enter()
        #expect(stage.slot.storage === storage)
    }

    @Test func storageIsKeptWhenTheInstanceIsDropped() {
        let (stage, build) = SlotStage.building()
        let storage = StrongStorage()
        stage.slot.adopt(storage, for: build)
        _ = stage.publish(CachedInstance(.stored(storage)), of: build)
        _ = stage.drop()
        #expect(stage.slot.storage === storage)
    }

    @Test func storageIsReleasedWithADroppedBuild() {
        let (stage, build) = SlotStage.building()
        stage.slot.adopt(StrongStorage(), for: build)
        _ = stage.drop()
        #expect(stage.slot.storage == nil)
    }

    @Test func storageIsReleasedWithARetiredSlot() {
        let (stage, build) = SlotStage.building()
        let storage = StrongStorage()
        stage.slot.adopt(storage, for: build)
        _ = stage.publish(CachedInstance(.stored(storage)), of: build)
        _ = stage.drop(isRetiring: true)
        #expect(stage.slot.storage == nil)
    }

    @Test func storageOfADroppedBuildIsNotAdopted() {
        let (stage, build) = SlotStage.building()
        _ = stage.drop()
        stage.slot.adopt(StrongStorage(), for: build)
        #expect(stage.slot.storage == nil)
    }
}
