/// Where a custom scope keeps one instance.
///
/// There is one storage per container, key and distinct arguments. `nil` asks for a new build, and setting `nil`
/// drops what is kept. Both are called from any thread and under no lock, so a storage guards its own state.
public protocol InstanceStorage: AnyObject, Sendable {
    /// The kept instance, if there is one.
    var instance: Any? { get set }
}
