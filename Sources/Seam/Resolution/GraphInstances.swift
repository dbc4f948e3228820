/// The instances of the `graph` scope of one outermost request.
final class GraphInstances: Sendable {
    /// A registration, the container that builds with it, both of which the key keeps alive, and the arguments.
    struct Key: Hashable, Sendable {
        let instance: InstanceKey
        let container: Container

        static func == (left: Self, right: Self) -> Bool {
            left.instance == right.instance && left.container === right.container
        }

        func hash(into hasher: inout Hasher) {
            hasher.combine(instance)
            hasher.combine(ObjectIdentifier(container))
        }
    }

    let slots = SlotSet<Key>()
}
