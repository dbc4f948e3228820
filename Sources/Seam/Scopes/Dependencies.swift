/// The dependencies of a kept instance: the slots of the kept instances that it was given, by its factory and later by
/// its lazy values.
///
/// A shutdown follows them. The object holds neither the instance nor its dependencies, so that a lazy value inside the
/// instance may hold this object.
final class Dependencies: Sendable {
    /// The container that keeps the instance, if it is none of `outerKeepers`.
    private let keeper: ObjectIdentifier?
    /// The containers that keep an instance that this one is part of.
    private let outerKeepers: [ObjectIdentifier]
    /// Made on first use, since most instances are given none.
    private let given = LazyReference<Given>()

    private final class Given: Sendable {
        struct Content {
            var slots: [ObjectIdentifier: WeakSlot] = [:]
            var purgeAt = 32
        }

        let content = Lock(Content())
    }

    private struct WeakSlot {
        weak var slot: InstanceSlot?
    }

    /// Creates the dependencies of an instance that is going to be built.
    ///
    /// - Parameters:
    ///   - keeper: The container that keeps the instance; `nil` if it holds the instance weakly.
    ///   - outer: The dependencies of the instance that this one is built for.
    init(keeper: ObjectIdentifier?, outer: Dependencies?) {
        let outerKeepers = outer?.keepers ?? []
        self.outerKeepers = outerKeepers
        self.keeper = keeper.flatMap { outerKeepers.contains($0) ? nil : $0 }
    }

    /// The containers that keep the instance, or an instance that it is part of.
    var keepers: [ObjectIdentifier] { keeper.map { outerKeepers + [$0] } ?? outerKeepers }

    /// Records that the instance was given the instance of a slot.
    ///
    /// - Complexity: O(1), amortized; slots that are gone are purged whenever the number has doubled.
    func note(_ slot: InstanceSlot) {
        let given = given.object(or: Given())
        given.content.withLockReleasing { content -> [InstanceSlot] in
            guard content.slots[ObjectIdentifier(slot)]?.slot == nil else { return [] }
            defer { content.slots[ObjectIdentifier(slot)] = WeakSlot(slot: slot) }
            guard content.slots.count >= content.purgeAt else { return [] }
            let living = content.slots.values.compactMap(\.slot)
            content.slots = Dictionary(
                uniqueKeysWithValues: living.map { (ObjectIdentifier($0), WeakSlot(slot: $0)) }
            )
            content.purgeAt = max(32, living.count * 2)
            return living
        }
    }

    /// The slots of the dependencies that still exist.
    var slots: [InstanceSlot] { given.objectIfMade?.content.withLock { $0.slots.values.compactMap(\.slot) } ?? [] }
}
