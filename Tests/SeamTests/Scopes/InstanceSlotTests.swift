import Synchronization
import TestKit
import Testing

@testable import Seam

/// The place of one kept instance: absent, building, ready, retired.
struct InstanceSlotTests {
    // MARK: Deciding

    @Test func firstRequestBuilds() {
        let (stage, build) = (SlotStage(), Build("first"))
        #expect(stage.enter(build: build).own === build)
        #expect(stage.slot.buildUnderWay === build)
        #expect(stage.slot.instance == nil)
    }

    @Test func requestWaitsForTheBuildUnderWay() {
        let (stage, build) = SlotStage.building()
        #expect(stage.enter().awaited === build)
    }

    @Test func requestUsesTheInstance() {
        let (stage, instance) = SlotStage.ready()
        #expect(stage.enter().instance === instance)
        #expect(stage.slot.instance === instance)
        #expect(stage.slot.buildUnderWay == nil)
    }

    @Test func buildIsMadeOnlyForTheRequestThatBuilds() {
        let made = Counter()
        let stages = [SlotStage.building().stage, SlotStage.ready().stage, SlotStage(InstanceSlot(isRetired: true))]
        for stage in stages {
            _ = stage.slot.enter {
                made.increment()
                return Build("unwanted")
            }
        }
        #expect(made.count == 0)
    }

    @Test func slotMadeRetiredIsOutOfUse() {
        #expect(InstanceSlot(isRetired: true).decision().isRetired)
    }

    // MARK: Publishing

    @Test func publishedInstanceIsKept() {
        let (stage, build) = SlotStage.building()
        let instance = CachedInstance(keeping: 1)
        #expect(stage.publish(instance, of: build, word: InstanceWord(rawValue: 64)))
        #expect(stage.word == InstanceWord(rawValue: 64))
        #expect(stage.slot.instance === instance)
    }

    @Test func instanceWithoutAWordIsNotShownToReaders() {
        let (stage, build) = SlotStage.building()
        stage.word = InstanceWord(rawValue: 32)
        #expect(stage.publish(CachedInstance(keeping: 1), of: build))
        #expect(stage.word == InstanceWord(rawValue: 32))
    }

    @Test func instanceOfADroppedBuildIsNotKept() {
        let (stage, build) = SlotStage.building()
        #expect(stage.drop() == nil)
        #expect(!stage.publish(CachedInstance(keeping: 1), of: build, word: InstanceWord(rawValue: 64)))
        #expect(stage.word == .none)
        #expect(stage.slot.instance == nil)
    }

    @Test func instanceOfADroppedBuildDoesNotDisturbTheNextBuild() {
        let (stage, build) = SlotStage.building()
        _ = stage.drop()
        let next = Build("second")
        _ = stage.enter(build: next)
        #expect(!stage.publish(CachedInstance(keeping: 1), of: build))
        #expect(stage.slot.buildUnderWay === next)
    }

    @Test func instanceOfARetiredBuildIsNotKept() {
        let (stage, build) = SlotStage.building()
        _ = stage.drop(isRetiring: true)
        #expect(!stage.publish(CachedInstance(keeping: 1), of: build))
        #expect(stage.enter().isRetired)
    }

    // MARK: Abandoning

    @Test func nextRequestBuildsAfterAFailure() {
        let (stage, build) = SlotStage.building()
        stage.slot.abandon(build)
        let next = Build("second")
        #expect(stage.enter(build: next).own === next)
    }

    @Test func failureOfADroppedBuildDoesNotDisturbTheNextBuild() {
        let (stage, build) = SlotStage.building()
        _ = stage.drop()
        let next = Build("second")
        _ = stage.enter(build: next)
        stage.slot.abandon(build)
        #expect(stage.slot.buildUnderWay === next)
    }

    @Test func failureOfADroppedBuildLeavesTheInstance() {
        let (stage, build) = SlotStage.building()
        _ = stage.drop()
        let instance = CachedInstance(keeping: 2)
        stage.slot.fill(with: instance)
        stage.slot.abandon(build)
        #expect(stage.slot.instance === instance)
    }

    @Test func failureOfARetiredBuildLeavesTheSlotOutOfUse() {
        let (stage, build) = SlotStage.building()
        _ = stage.drop(isRetiring: true)
        stage.slot.abandon(build)
        #expect(stage.enter().isRetired)
    }

    // MARK: References

    @Test func slotHoldsNoInstanceThatItReturns() {
        let living = Counter()
        let (stage, build) = SlotStage.building()
        _ = stage.publish(CachedInstance(keeping: CountedObject(living)), of: build)
        #expect(living.count == 1)
        do {
            let dropped = stage.drop()
            #expect(living.count == 1)
            withExtendedLifetime(dropped) {}
        }
        #expect(living.count == 0)
    }

    @Test(.timeLimit(.minutes(15)))
    func oneOfManyRequestsBuilds() throws {
        for _ in 0..<50 {
            let slot = InstanceSlot()
            let decisions = try ThreadGroup.run(4) { _ in slot.decision() }
            #expect(decisions.count { $0.own != nil } == 1)
            #expect(decisions.count { $0.awaited === slot.buildUnderWay } == 3)
        }
    }
}
