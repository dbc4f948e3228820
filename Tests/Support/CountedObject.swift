import Synchronization

/// An object that is counted while it lives, and whose memory shows whether it still lives.
package final class CountedObject: Sendable {
    private let isWhole = Atomic<Bool>(true)
    private let living: Counter
    private let text = "a text that stands on the heap, to be seen by a sanitizer"

    /// - Parameter living: The count of the living objects.
    package init(_ living: Counter) {
        self.living = living
        living.add(1)
    }

    /// Whether the object is alive, as every holder may expect.
    package var isIntact: Bool { isWhole.load(ordering: .relaxed) && text.utf8.count == 57 }

    deinit {
        isWhole.store(false, ordering: .relaxed)
        living.add(-1)
    }
}
