/// The dependencies of a kept instance: those of the kept instances that it was given, by its factory and later by its
/// lazy values.
///
/// A shutdown follows them. The object holds neither the instance nor other dependencies, so that a lazy value inside the
/// instance may hold this object. It stands for this one instance, and lives on with such a value after a reset.
///
/// An instance that a graph shares has dependencies as well, if it is built for a kept one: it may be part of several.
final class Dependencies: Sendable {
    /// The container that keeps the instance, if it is none of `outerKeepers`.
    private let keeper: ObjectIdentifier?
    /// The containers that keep an instance that this one is part of.
    private let outerKeepers: [ObjectIdentifier]
    /// Whether no container keeps the instance: a graph shares it.
    private let isOfGraph: Bool
    /// Made on first use, since most instances are given none.
    private let links = LazyReference<Links>()

    private final class Links: Sendable {
        struct Content {
            var given: [ObjectIdentifier: Weak<Dependencies>] = [:]
            var purgeAt = 32
            /// The dependencies of the kept instances that the instance of a graph is part of.
            var holders: [Weak<Dependencies>] = []
        }

        let content = Lock(Content())
    }

    /// Creates the dependencies of an instance that is going to be built.
    ///
    /// - Parameters:
    ///   - keeper: The container that keeps the instance; `nil` if it holds the instance weakly, or if a graph has it.
    ///   - outer: The dependencies of the instance that this one is built for.
    ///   - isOfGraph: Whether no container keeps the instance, because a graph shares it.
    init(keeper: ObjectIdentifier?, outer: Dependencies?, isOfGraph: Bool = false) {
        let outerKeepers = outer?.keepers ?? []
        self.outerKeepers = outerKeepers
        self.keeper = keeper.flatMap { outerKeepers.contains($0) ? nil : $0 }
        self.isOfGraph = isOfGraph
        guard isOfGraph, let outer else { return }
        for holder in outer.isOfGraph ? outer.holders : [outer] { add(holder: holder) }
    }

    /// The containers that keep the instance, or an instance that it is part of.
    var keepers: [ObjectIdentifier] { keeper.map { outerKeepers + [$0] } ?? outerKeepers }

    /// Records that the instance was given another one, which has the given dependencies.
    ///
    /// What an instance of a graph is given concerns the kept instances that it is part of, too.
    ///
    /// - Complexity: O(1), amortized, for each of these; those that are gone are purged whenever the number has doubled.
    func note(_ other: Dependencies) {
        links.object(or: Links()).content
            .withLockReleasing { content -> [Dependencies] in
                let id = ObjectIdentifier(other)
                guard content.given[id]?.object == nil else { return [] }
                defer { content.given[id] = Weak(other) }
                guard content.given.count >= content.purgeAt else { return [] }
                let living = content.given.values.compactMap(\.object)
                content.given = Dictionary(
                    uniqueKeysWithValues: living.map { (ObjectIdentifier($0), Weak($0)) }
                )
                content.purgeAt = max(32, living.count * 2)
                return living
            }
        if isOfGraph {
            for holder in holders { holder.note(other) }
        } else if other.isOfGraph {
            other.add(holder: self)
        }
    }

    /// The dependencies of the instances that this one was given, as far as they still exist.
    var given: [Dependencies] {
        links.objectIfMade?.content.withLock { $0.given.values.compactMap(\.object) } ?? []
    }

    private var holders: [Dependencies] {
        links.objectIfMade?.content.withLock { $0.holders.compactMap(\.object) } ?? []
    }

    private func add(holder: Dependencies) {
        links.object(or: Links()).content
            .withLockReleasing { content -> [Dependencies] in
                let present = content.holders.compactMap(\.object)
                if !present.contains(where: { $0 === holder }) {
                    content.holders.append(Weak(holder))
                }
                return present
            }
    }
}
