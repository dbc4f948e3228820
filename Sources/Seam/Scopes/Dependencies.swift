/// The dependencies of a kept instance: those of the kept instances that it was given, by its factory and later by its
/// lazy values.
///
/// A shutdown follows them. The object holds neither the instance nor other dependencies, so that a lazy value inside
/// the instance may hold this object. When the container has dropped the instance, and such values were read, nothing
/// holds the object any more. Dependencies that only this object leads to are then forgotten.
///
/// An instance that a graph shares has dependencies as well, if it is built for a kept instance: it may be *part* of
/// several kept ones. For example, a singleton `Checkout` is given a `.graph` service `Session`, which is given the
/// singleton `Log`. The session is part of the checkout, so `Log` becomes a dependency of `Checkout`, and a shutdown
/// disposes of `Checkout` first. A service that a lazy value resolves while another kept instance is built also has
/// dependencies: it is part of both.
final class Dependencies: Sendable {
    /// The number of the container that keeps the instance, if it is none of `outerKeeperNumbers`.
    private let keeperNumber: Int?
    /// The numbers of the containers that keep an instance that this one is part of.
    private let outerKeeperNumbers: [Int]
    /// The dependencies of the first kept instance that this one is part of; `nil` for a kept one.
    private let owner: Weak<Dependencies>?
    /// Made on first use, since most instances are given none.
    private let links = LazyReference<Links>()

    private final class Links: Sendable {
        struct Content {
            var given = WeakSet<Dependencies>()
            /// Those of the other kept instances that this one is part of.
            var owners = WeakSet<Dependencies>()
        }

        let content = Lock(Content())
    }

    /// Creates the dependencies of an instance that is going to be built.
    ///
    /// - Parameters:
    ///   - keeperNumber: The number of the container that keeps the instance; `nil` if it holds the instance weakly.
    ///   - outer: The dependencies of the instance that this one is built for.
    init(keeperNumber: Int?, outer: Dependencies?) {
        let outerKeeperNumbers = outer?.keeperNumbers ?? []
        self.outerKeeperNumbers = outerKeeperNumbers
        self.keeperNumber = keeperNumber.flatMap { outerKeeperNumbers.contains($0) ? nil : $0 }
        owner = nil
    }

    /// Creates the dependencies of a part of an instance, such as an instance of a graph that is going to be built for
    /// it.
    ///
    /// - Parameter others: The numbers of the containers that keep the other instance.
    private init(ofPartOf whole: Dependencies, andKeptBy others: [Int]) {
        let keeperNumbers = whole.keeperNumbers
        (keeperNumber, outerKeeperNumbers) = (nil, keeperNumbers + others.filter { !keeperNumbers.contains($0) })
        owner = whole.owner ?? Weak(whole)
        for owner in whole.otherOwners { add(owner: owner) }
    }

    /// The dependencies of a new part of the instance.
    func ofPart() -> Dependencies { Dependencies(ofPartOf: self, andKeptBy: []) }

    /// The dependencies of a new part of this instance and of another one.
    func ofPart(sharedWith other: Dependencies) -> Dependencies {
        let part = Dependencies(ofPartOf: self, andKeptBy: other.keeperNumbers)
        note(part)
        other.note(part)
        return part
    }

    /// Whether no container keeps the instance: it is part of others.
    private var isPart: Bool { owner != nil }

    /// The numbers of the containers that keep the instance, or an instance that it is part of.
    var keeperNumbers: [Int] { keeperNumber.map { outerKeeperNumbers + [$0] } ?? outerKeeperNumbers }

    /// Records that the instance was given another one, which has the given dependencies.
    ///
    /// A part passes the other one on to the kept instances that it is part of.
    ///
    /// - Complexity: O(1), amortized, for each of these; those that are gone are purged whenever the number has
    ///   doubled.
    func note(_ other: Dependencies) {
        guard isPart else { return take(other) }
        add(other)
        owner?.object?.take(other)
        for owner in otherOwners { owner.take(other) }
    }

    /// Records a kept instance that this one was given, or those that a part was given.
    ///
    /// The part and its parts pass on what they are given from now on.
    private func take(_ other: Dependencies) {
        guard other.isPart else { return add(other) }
        var parts = other.add(owner: self) ? other.given : []
        while let part = parts.popLast() {
            if !part.isPart { add(part) } else if part.add(owner: self) { parts += part.given }
        }
    }

    /// The dependencies of the instances that this one was given, those that still exist.
    var given: [Dependencies] { links.objectIfMade?.content.withLock { $0.given.living } ?? [] }

    private var otherOwners: [Dependencies] {
        links.objectIfMade?.content.withLock { $0.owners.living } ?? []
    }

    private func add(_ other: Dependencies) {
        links.object(or: Links()).content.withLockReleasing { $0.given.insert(other) }
    }

    /// - Returns: Whether it is new.
    @discardableResult
    private func add(owner: Dependencies) -> Bool {
        if owner === self.owner?.object { return false }
        return links.object(or: Links()).content.withLock { $0.owners.insert(owner) }.isNew
    }
}
