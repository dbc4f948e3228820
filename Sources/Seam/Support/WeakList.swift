/// Weak references to objects, in the order they were added.
///
/// The references to objects that are gone are purged whenever their number has doubled. Methods that look at an object
/// may hold its last reference for a moment: they return what they have looked at, for the caller to release under no
/// lock.
struct WeakList<Object: AnyObject & Sendable>: Sendable {
    private var references: [Weak<Object>] = []
    /// The number of references at which those to objects that are gone are purged.
    private var purgeAt = 16

    var isEmpty: Bool { references.isEmpty }

    /// Adds an object.
    ///
    /// - Complexity: O(1), amortized.
    mutating func add(_ object: Object) -> [Object] {
        defer { references.append(Weak(object)) }
        guard references.count >= purgeAt else { return [] }
        let living = purge()
        purgeAt = max(16, living.count * 2)
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
