/// The async twin of a resolution: the same registrations, scopes and paths, across suspensions.
///
/// What is synchronous is left to the synchronous path. An async factory has no thread to put its frame on, so an
/// ``Activation`` travels in the task-local instead.
extension Container {
    /// The instance for a key, whatever its factory needs.
    func instanceAsync<Service, Arguments: ArgumentList>(
        of type: Service.Type,
        name: ServiceName?,
        arguments: Arguments,
        site: StaticCallSite
    ) async throws -> Service {
        let asked = UnresolvedRequest(container: self, name: name, arguments: arguments, site: site)
        try checkOpen(asked, type: type)
        let signature = arguments.signature(of: type)
        guard let found = nearestRegistration(signature: signature, name: name) else {
            if let instance = try await underlyingAsync(asked, type: type) { return instance }
            if let (found, arguments) = try compatible(asked, type: type) {
                func fulfil(_ arguments: some ArgumentList) async throws -> Service {
                    try await request(type, found, arguments: arguments, site: site).fulfilOrAwait()
                }
                return try await fulfil(arguments)
            }
            return try resolveSlowly(name: name, arguments: arguments, site: site)
        }
        guard !found.owner.isClosed else { throw Failure.closed(asked, type: type) }
        return try await request(type, found, arguments: arguments, site: site).fulfilOrAwait()
    }

    /// `T?` of an async `T`.
    private func underlyingAsync<Service, Arguments: ArgumentList>(
        _ asked: UnresolvedRequest<Arguments>,
        type: Service.Type
    ) async throws -> Service? {
        guard let optional = type as? any AsyncDerivedService.Type else { return nil }
        func derive<Derived: AsyncDerivedService>(_ type: Derived.Type) async throws -> Service? {
            try await type.deriveAsync(asked) as? Service
        }
        return try await derive(optional)
    }
}
