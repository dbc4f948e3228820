/// The dependencies of a kept instance: those of the kept instances that it was given, by its factory and later by its
/// lazy values.
///
/// A shutdown follows them. The object holds neither the instance nor other dependencies, so that a lazy value inside the
/// instance may hold this object. It stands for this one instance, and is gone when the container has dropped the instance
/// and such a value was read: what leads through it is then forgotten.
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
            var owners: [ObjectIdentifier: Weak<Dependencies>] = [:]
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
        for owner in outer.isOfGraph ? outer.owners : [outer] { add(owner: owner) }
    }

    /// The containers that keep the instance, or an instance that it is part of.
    var keepers: [ObjectIdentifier] { keeper.map { outerKeepers + [$0] } ?? outerKeepers }

    /// Records that the instance was given another one, which has the given dependencies.
    ///
    /// What an instance of a graph is given concerns the kept instances that it is part of, too.
    ///
    /// - Complexity: O(1), amortized, for each of these; those that are gone are purged whenever the number has doubled.
    func note(_ other: Dependencies) {
        add(other)
        if isOfGraph { for owner in owners { owner.note(other) } } else { takeParts(of: other) }
    }

    /// Records what an instance that a graph shares was given, with its parts; they pass on what they are given later.
    private func takeParts(of other: Dependencies) {
        var parts = [other]
        while let part = parts.popLast() {
            guard part.isOfGraph else { continue }
            part.add(owner: self)
            parts += part.given.filter { add($0) }
        }
    }

    /// The dependencies of the instances that this one was given, as far as they still exist.
    var given: [Dependencies] { links.objectIfMade?.content.withLock { $0.given.values.compactMap(\.object) } ?? [] }

    private var owners: [Dependencies] {
        links.objectIfMade?.content.withLock { $0.owners.values.compactMap(\.object) } ?? []
    }

    /// - Returns: Whether it is new.
    @discardableResult
    private func add(_ other: Dependencies) -> Bool {
        let (isNew, _) = links.object(or: Links()).content
            .withLock { content -> (Bool, [Dependencies]) in
                let id = ObjectIdentifier(other)
                guard content.given[id]?.object == nil else { return (false, []) }
                defer { content.given[id] = Weak(other) }
                guard content.given.count >= content.purgeAt else { return (true, []) }
                let living = content.given.values.compactMap(\.object)
                content.given = Dictionary(uniqueKeysWithValues: living.map { (ObjectIdentifier($0), Weak($0)) })
                content.purgeAt = max(32, living.count * 2)
                return (true, living)
            }
        return isNew
    }

    private func add(owner: Dependencies) {
        links.object(or: Links()).content.withLock { $0.owners[ObjectIdentifier(owner)] = Weak(owner) }
    }
}
