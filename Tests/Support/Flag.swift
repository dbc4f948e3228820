import Synchronization

/// A flag that goes up once.
package final class Flag: Sendable {
    private let isUp = Atomic<Bool>(false)

    package init() {}

    package var isRaised: Bool { isUp.load(ordering: .acquiring) }

    /// - Returns: Whether the flag was down until now.
    @discardableResult
    package func raise() -> Bool { !isUp.exchange(true, ordering: .acquiringAndReleasing) }
}
