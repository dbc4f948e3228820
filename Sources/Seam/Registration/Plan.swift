internal import Synchronization

extension RegistryEntry {
    /// The way to an instance that follows from the registration alone.
    ///
    /// A request follows the plan by a ``Shortcut``, if the state of its thread and its container allows one.
    enum Plan: UInt8, CaseIterable, AtomicRepresentable, Sendable {
        /// Take the slow path.
        case none
        /// Call the factory.
        case call
        /// Call the factory once for an outermost request, which shares the instance; without arguments.
        case graph
        /// Call the factory, then the decorators and hooks.
        case complete
        /// On the main actor, call the factory, then the decorators and hooks, if there are any; elsewhere, take the
        /// slow path.
        case completeOnMainActor
        /// Call the factory once, and keep the instance; without arguments.
        case keep
        /// Take the instance of the container that was asked.
        case container
        /// Call the factory once in the container that was asked, which keeps the instance; without arguments.
        case keepInAsked
        /// Take the instance that is kept for the arguments.
        case keyed
        /// Call the factory once for equal arguments, and keep the instance.
        case keepKeyed
        /// Await the async factory.
        case await

        @inline(__always)  // The initializer that the compiler makes is not, and each request that builds reads a plan.
        init?(rawValue: UInt8) {
            switch rawValue {
            case 0: self = .none
            case 1: self = .call
            case 2: self = .graph
            case 3: self = .complete
            case 4: self = .completeOnMainActor
            case 5: self = .keep
            case 6: self = .container
            case 7: self = .keepInAsked
            case 8: self = .keyed
            case 9: self = .keepKeyed
            case 10: self = .await
            default: return nil
            }
        }

        /// Whether the factory alone makes an instance, and a container keeps it.
        var keeps: Bool { self == .keep || self == .keepInAsked || self == .keepKeyed }
    }
}
