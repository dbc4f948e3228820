package import Seam

/// The use of a container by user code that the library calls.
///
/// If the library holds a lock meanwhile, the use from another thread never returns.
package enum Exercise {
    private final class Cold: Sendable {}
    private final class Unknown: Sendable {}

    /// Uses a container in many ways, from another thread that the caller waits for and then on the calling thread.
    ///
    /// - Returns: Whether the use on the other thread returned.
    package static func run(_ container: Container) -> Bool {
        let isThrough = Deadline.blockingResult {
            useEverything(of: container)
            return true
        }
        guard isThrough == true else { return false }
        useEverything(of: container)
        return true
    }

    private static func useEverything(of container: Container) {
        container.register { Cold() }.scope(.singleton).onCreate { _, _ in }
        let cold = container.resolve(Cold.self)
        precondition(cold === container.resolve(Cold.self))
        container.unregister(Cold.self)
        _ = container.isRegistered(Cold.self)
        _ = try? container.tryResolve(Unknown.self)
        container.reset(.cached("nobody"))
        container.defaultScope = container.defaultScope
        _ = Container(copying: container)
    }

    /// An object that uses its container once more when it is released.
    package final class AtDeinit: Sendable {
        private let container: Container
        private let left: Counter

        /// - Parameters:
        ///   - container: The container that is used.
        ///   - left: Counts the objects whose use returned.
        package init(_ container: Container, left: Counter) {
            self.container = container
            self.left = left
        }

        deinit {
            if Exercise.run(container) { left.increment() }
        }
    }
}
