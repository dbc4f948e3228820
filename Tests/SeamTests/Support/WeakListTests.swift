import Testing

@testable import Seam

/// Lists and sets of weak references, and when they are purged.
struct WeakListTests {
    private final class Object: Sendable {}

    @Test func listHasTheLivingObjectsInTheirOrder() {
        var list = WeakList<Object>()
        let (first, second) = (Object(), Object())
        _ = list.add(first)
        _ = list.add(Object())
        _ = list.add(second)
        #expect(list.living().map(ObjectIdentifier.init) == [first, second].map(ObjectIdentifier.init))
        #expect(list.living(atMost: 1).count == 1)
    }

    @Test func listForgetsObjectsThatAreGone() {
        var list = WeakList<Object>()
        let kept = Object()
        _ = list.add(kept)
        for _ in 0..<1_000 { _ = list.add(Object()) }
        #expect(list.purge().count == 1)
        #expect(!list.isEmpty)
    }

    @Test func setHasEachObjectOnce() {
        var set = WeakSet<Object>()
        let object = Object()
        #expect(set.insert(object).isNew)
        #expect(!set.insert(object).isNew)
        #expect(set.living.count == 1)
    }

    @Test func setPurgesWhenItsSizeHasDoubled() {
        var set = WeakSet<Object>()
        var objects = (0..<100).map { _ in Object() }
        #expect(objects.map { set.insert($0).toRelease.count }.filter { $0 > 0 } == [32, 64])
        objects = (0..<20).map { _ in Object() }
        for object in objects { _ = set.insert(object) }
        let more = (0..<10).map { _ in Object() }
        for object in more { _ = set.insert(object) }
        #expect(Set(set.living.map(ObjectIdentifier.init)) == Set((objects + more).map(ObjectIdentifier.init)))
    }

    @Test func limitIsTwiceWhatAPurgeHasLeft() {
        var limit = PurgeLimit()
        #expect(!limit.isReached(by: 31))
        #expect(limit.isReached(by: 32))
        limit.notePurge(leaving: 100)
        #expect(!limit.isReached(by: 199))
        #expect(limit.isReached(by: 200))
        limit.notePurge(leaving: 1)
        #expect(limit.isReached(by: 32))
    }
}
