/// What a container asks of its registrations at the beginning and the end of its life.
extension AnyRegistration {
    /// Whether `warmUp` builds it: a singleton of its own that takes no arguments.
    final var isWarmable: Bool {
        if case .alias = kind { return false }
        return scope == .singleton && key.arguments.isEmpty
    }
}
