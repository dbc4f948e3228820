import Synchronization

/// An object that is counted while it lives, and knows whether it has ended.
final class Parcel: Sendable {
    private let isWhole = Atomic<Bool>(true)
    private let living: LivingCount
    private let text = "a text that stands on the heap, to be seen by a sanitizer"

    init(_ living: LivingCount) {
        self.living = living
        living.add(1)
    }

    /// Whether the object is alive, as whoever holds it may expect.
    var isIntact: Bool { isWhole.load(ordering: .relaxed) && text.utf8.count == 57 }

    deinit {
        isWhole.store(false, ordering: .relaxed)
        living.add(-1)
    }
}
