/// A group of registrations that belong together, installed once per container and type.
public protocol Module: Sendable {
    /// Registers what the module brings.
    func register(in container: Container)
}
