import Synchronization

/// How many objects of a kind are alive.
final class LivingCount: Sendable {
    private let number = Atomic<Int>(0)

    var count: Int { number.load(ordering: .sequentiallyConsistent) }

    func add(_ difference: Int) {
        number.add(difference, ordering: .sequentiallyConsistent)
    }
}
