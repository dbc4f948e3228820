import Synchronization
import TestKit
import Testing

@testable import Seam

/// The kept instances of one registration under one scope.
struct InstanceCacheTests {
    private let cache = InstanceCache(.cached)

    /// Keeps an instance in the slot for no arguments.
    @discardableResult
    private func fill(_ table: SlotTable) -> CachedInstance {
        let instance = CachedInstance(keeping: 1)
        #expect(table.slot(for: nil).fill(with: instance))
        return instance
    }

    private func drop(_ cache: InstanceCache, isRetiring: Bool = false) -> [CachedInstance] {
        cache.drop(isRetiring ? .forGood : .ownContainer, published: Atomic(.none)).all.map(\.instance)
    }

    private func isInUse(_ table: SlotTable) -> Bool { !table.slot(for: nil).decision().isRetired }

    @Test func instancesAreDropped() {
        let instance = fill(cache.own)
        let dropped = drop(cache)
        #expect(dropped.count == 1 && dropped.first === instance)
        #expect(cache.own.slot(for: nil).instance == nil)
        #expect(isInUse(cache.own))
        #expect(!cache.isRetired)
    }

    @Test func dropClearsThePublishedWord() {
        let published = Atomic(InstanceWord.none)
        cache.own.slot(for: nil).fill(with: CachedInstance(keeping: 1), word: InstanceWord(rawValue: 64), at: published)
        _ = cache.drop(.ownContainer, published: published)
        #expect(published.load(ordering: .relaxed) == .none)
    }

    @Test func retiredCacheKeepsNothing() {
        fill(cache.own)
        #expect(drop(cache, isRetiring: true).count == 1)
        #expect(cache.isRetired)
        #expect(!isInUse(cache.own))
        #expect(!cache.own.slot(for: nil).fill(with: CachedInstance(keeping: 2)))
    }

    @Test func retiredCacheStaysRetired() {
        _ = drop(cache, isRetiring: true)
        _ = drop(cache)
        #expect(cache.isRetired)
    }

    // MARK: Derived caches

    @Test func derivedCacheIsDroppedWithItsBase() {
        let derived = InstanceCache(.cached, derivedFrom: cache)
        let instances = [fill(cache.own), fill(derived.own)]
        let dropped = drop(cache)
        #expect(Set(dropped.map(ObjectIdentifier.init)) == Set(instances.map(ObjectIdentifier.init)))
        #expect(derived.own.slot(for: nil).instance == nil)
        #expect(isInUse(derived.own))
    }

    @Test func derivedCacheIsRetiredWithItsBase() {
        let derived = InstanceCache(.cached, derivedFrom: cache)
        fill(derived.own)
        #expect(drop(cache, isRetiring: true).count == 1)
        #expect(derived.isRetired)
        #expect(!isInUse(derived.own))
    }

    @Test func cacheDerivedFromADerivedOneIsDroppedToo() {
        let derived = InstanceCache(.cached, derivedFrom: cache)
        let last = InstanceCache(.cached, derivedFrom: derived)
        fill(last.own)
        #expect(drop(cache).count == 1)
        _ = drop(cache, isRetiring: true)
        #expect(last.isRetired)
    }

    @Test func cacheDerivedFromARetiredOneIsRetired() {
        _ = drop(cache, isRetiring: true)
        let derived = InstanceCache(.cached, derivedFrom: cache)
        #expect(derived.isRetired)
        #expect(!isInUse(derived.own))
    }

    @Test func baseOutlivesTheDropOfADerivedCache() {
        let derived = InstanceCache(.cached, derivedFrom: cache)
        let instance = fill(cache.own)
        fill(derived.own)
        #expect(drop(derived, isRetiring: true).count == 1)
        #expect(cache.own.slot(for: nil).instance === instance)
        #expect(!cache.isRetired)
    }

    @Test func derivedCacheIsNotHeldByItsBase() {
        weak var derived: InstanceCache?
        do {
            let made = InstanceCache(.cached, derivedFrom: cache)
            derived = made
            withExtendedLifetime(made) {}
        }
        #expect(derived == nil)
        #expect(drop(cache).isEmpty)
    }

    // MARK: Tables in other containers

    @Test func tablesOfOtherContainersOutliveADrop() {
        let table = cache.makeTable()
        let instance = fill(table)
        #expect(drop(cache).isEmpty)
        #expect(table.slot(for: nil).instance === instance)
    }

    @Test func tablesOfOtherContainersAreRetiredWithTheCache() {
        let tables = (0..<40).map { _ in cache.makeTable() }
        for table in tables { fill(table) }
        #expect(drop(cache, isRetiring: true).count == 40)
        #expect(!tables.contains { isInUse($0) })
    }

    @Test func tableOfARetiredCacheIsRetired() {
        _ = drop(cache, isRetiring: true)
        #expect(!isInUse(cache.makeTable()))
    }

    @Test func tablesThatAreGoneAreNotHeld() {
        let living = Counter()
        for _ in 0..<100 {
            let table = cache.makeTable()
            table.slot(for: nil).fill(with: CachedInstance(keeping: CountedObject(living)))
        }
        #expect(living.count == 0)
        #expect(drop(cache, isRetiring: true).isEmpty)
    }

    @Test(.timeLimit(.minutes(15)))
    func tableThatIsMadeWhileTheCacheIsRetiredKeepsNothing() throws {
        for _ in 0..<50 {
            let cache = InstanceCache(.container)
            let kept = try ThreadGroup.run(2) { thread -> [SlotTable] in
                guard thread == 0 else { return (0..<20).map { _ in cache.makeTable() } }
                _ = cache.drop(.forGood, published: Atomic(.none))
                return []
            }
            #expect(!kept.joined().contains { isInUse($0) })
        }
    }
}
