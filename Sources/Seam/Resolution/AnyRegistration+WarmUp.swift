/// What a container asks of its registrations at the beginning of its life.
extension AnyRegistration {
    /// Whether `warmUp` builds it: a singleton of its own that takes no arguments.
    final var isWarmable: Bool {
        if case .alias = kind { return false }
        return scope == .singleton && key.arguments.isEmpty
    }
}

extension Container {
    /// Builds and keeps the instance of a registration without arguments, whatever its factory needs.
    func build<Service>(_ registration: TypedRegistration<Service>) async throws {
        _ = try await Request(
            registration: registration,
            owner: self,
            asked: self,
            arguments: NoArguments(),
            site: registration.site
        )
        .fulfilAnyhow()
    }
}
