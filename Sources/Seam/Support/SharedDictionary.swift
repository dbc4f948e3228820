/// A dictionary of which copies are made often: they share what they have in common until they change it.
///
/// Each copy has its own changes above a common part, which nobody changes.
struct SharedDictionary<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    private final class Common: Sendable {
        let values: [Key: Value]

        init(_ values: [Key: Value]) { self.values = values }
    }

    private var common: Common?
    private var changes: [Key: Value] = [:]

    /// - Complexity: O(*n*) in the number of changes since the last copy.
    var count: Int {
        guard let common else { return changes.count }
        return common.values.count + changes.count { common.values[$0.key] == nil }
    }

    /// The value of a key; `nil` takes back what was set since the last copy.
    subscript(key: Key) -> Value? {
        get { changes[key] ?? common?.values[key] }
        set { changes[key] = newValue }
    }

    /// Changes a value: in place, if it has changed since the last copy.
    mutating func change(_ key: Key, default value: Value, _ body: (inout Value) -> Void) {
        body(&changes[key, default: common?.values[key] ?? value])
    }

    /// A copy, which has the values that satisfy a condition, and shares them.
    ///
    /// The condition holds for all values in the common part. A value that was replaced may be released here: it must
    /// not have the last reference to an object of the user.
    ///
    /// - Complexity: O(1) if nothing has changed since the last copy; else O(*n*) in the number of values.
    mutating func share(where isShared: (Value) -> Bool = { _ in true }) -> Self {
        if changes.contains(where: { isShared($0.value) }) {
            common = Common(changes.filter { isShared($0.value) }.merging(common?.values ?? [:]) { new, _ in new })
            changes = changes.filter { !isShared($0.value) }
        }
        var copy = Self()
        copy.common = common
        return copy
    }
}
