import Seam

extension Parallel {
    private final class Cold: Sendable {}
    private final class Unknown: Sendable {}

    /// Uses a container in many ways, from another thread that this one waits for and then here.
    ///
    /// Called from user code that the library runs: where the library holds a lock meanwhile, the other thread does
    /// not come back.
    ///
    /// - Returns: Whether the other thread came through.
    static func exercise(_ container: Container) -> Bool {
        let isThrough = value {
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

    /// Runs user code when it is released: an object that uses its container once more.
    final class Leaver: Sendable {
        private let container: Container
        private let left: Tally

        /// - Parameters:
        ///   - container: What it uses when it is released.
        ///   - left: Counts the leavers that came through.
        init(_ container: Container, left: Tally) {
            self.container = container
            self.left = left
        }

        deinit {
            if Parallel.exercise(container) { left.increment() }
        }
    }
}
