/// What a container knows of a declared factory: the registration that keeps its instances, and the one that
/// overrides it.
struct Declaration: Sendable {
    /// Stands for the closure of the declaration, which is not stored; keeps its instances.
    var declared: AnyRegistration?
    /// What was registered in its place.
    var override: AnyRegistration?

    var registrations: [AnyRegistration] { [declared, override].compactMap { $0 } }

    /// The override without its instances, for a copy of the container.
    func copy() -> Declaration { Declaration(declared: nil, override: override?.copy()) }
}
