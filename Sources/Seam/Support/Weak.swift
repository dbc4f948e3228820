/// A weak reference, which a `Sendable` class may have as a constant: a `weak let` needs Swift 6.3 (SE-0481).
struct Weak<Object: AnyObject & Sendable>: Sendable {
    private(set) weak var object: Object?

    init(_ object: Object?) { self.object = object }
}

/// A weak reference behind a strong one, for values of which few have one: a weak reference itself would take memory in
/// all of them, and be slow to move.
final class WeakHolder<Object: AnyObject & Sendable>: Sendable {
    private let reference: Weak<Object>

    init(_ object: Object) { reference = Weak(object) }

    var object: Object? { reference.object }
}

// MARK: - Collections

/// Weak references to objects, in the order they were added.
///
/// The references to objects that are gone are purged whenever their number has doubled. Methods that look at an object
/// may hold its last reference for a moment: they return what they have looked at, for the caller to release under no
/// lock.
struct WeakList<Object: AnyObject & Sendable>: Sendable {
    private var references: [Weak<Object>] = []
    private var purgeLimit = PurgeLimit()

    /// Whether there are no references, not even to objects that are gone.
    var isEmpty: Bool { references.isEmpty }

    /// Adds an object.
    ///
    /// - Complexity: O(1), amortized.
    mutating func add(_ object: Object) -> [Object] {
        defer { references.append(Weak(object)) }
        guard purgeLimit.isReached(by: references.count) else { return [] }
        let living = purge()
        purgeLimit.notePurge(leaving: living.count)
        return living
    }

    /// Removes the references to objects that are gone, and returns the others.
    mutating func purge() -> [Object] {
        var living: [Object] = []
        references.removeAll { reference in
            guard let object = reference.object else { return true }
            living.append(object)
            return false
        }
        return living
    }

    /// The first objects that are alive.
    func living(atMost limit: Int = .max) -> [Object] {
        var living: [Object] = []
        // By the index: a loop over the references would copy each weak reference.
        for index in references.indices {
            guard living.count < limit else { break }
            if let object = references[index].object { living.append(object) }
        }
        return living
    }
}

/// Weak references to objects, each once and in no order; purged like those of a ``WeakList``.
package struct WeakSet<Object: AnyObject & Sendable>: Sendable {
    private var references: [ObjectIdentifier: Weak<Object>] = [:]
    private var purgeLimit = PurgeLimit()

    package init() {}

    /// The objects that are alive.
    package var living: [Object] { references.values.compactMap { $0.object } }

    /// Adds an object.
    ///
    /// - Returns: Whether it is new, and references for the caller to release under no lock.
    /// - Complexity: O(1), amortized.
    package mutating func insert(_ object: Object) -> (isNew: Bool, toRelease: [Object]) {
        // A reference to an object that is gone may have the same address.
        guard references.updateValue(Weak(object), forKey: ObjectIdentifier(object))?.object == nil else {
            return (false, [])
        }
        guard purgeLimit.isReached(by: references.count) else { return (true, []) }
        let living = living
        references = Dictionary(uniqueKeysWithValues: living.map { (ObjectIdentifier($0), Weak($0)) })
        purgeLimit.notePurge(leaving: living.count)
        return (true, living)
    }
}

/// The number of elements at which a collection purges the useless ones: twice as many as the last purge has left.
///
/// So a purge costs O(1), amortized, for each element that is added.
struct PurgeLimit: Sendable {
    private var limit = 32

    func isReached(by count: Int) -> Bool { count >= limit }

    /// Sets the limit anew, after a purge.
    mutating func notePurge(leaving count: Int) { limit = max(32, count * 2) }
}
