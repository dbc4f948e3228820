/// What a container asks of its registrations at the beginning of its life.
extension AnyRegistration {
    /// Whether `warmUp` builds it: a singleton of its own that takes no arguments.
    final var isWarmable: Bool {
        if case .alias = kind { return false }
        return scope == .singleton && key.arguments.isEmpty
    }

    /// Builds and keeps the instance of a registration without arguments, whatever its factory needs.
    final func warmUp(in container: Container) async throws {
        func build<Service>(_: Service.Type) async throws {
            let request: Request<Service, NoArguments> = Request(
                registration: self,
                owner: container,
                askedContainer: container,
                arguments: NoArguments(),
                site: site
            )
            _ = try await request.fulfilOrAwait()
        }
        let service: any Any.Type = type
        try await build(service)
    }
}
