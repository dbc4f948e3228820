/// How an alias finds what it stands for.
extension Resolver {
    /// The target's instance as what an alias promises.
    func cast<Service, Alias>(_ service: Service, site: StaticCallSite) throws(ResolutionError) -> Alias {
        guard let alias = service as? Alias else {
            throw Failure.incompatibleAlias(Alias.self, instance: service, target: Service.self, site: site)
        }
        return alias
    }

    /// The target's instance, from the container that builds the alias or its ancestors.
    func target<Service, each Argument>(
        name: ServiceName?,
        arguments: repeat each Argument,
        site: StaticCallSite
    ) throws(ResolutionError) -> Service {
        let pack = ArgumentPack(repeat each arguments)
        guard pack.types.isEmpty else {
            return try container.instance(of: Service.self, name: name, arguments: pack, site: site)
        }
        return try container.instance(of: Service.self, name: name, arguments: NoArguments(), site: site)
    }

    /// The same for an async target.
    func targetAsync<Service, each Argument>(
        name: ServiceName?,
        arguments: repeat each Argument,
        site: StaticCallSite
    ) async throws -> Service {
        let pack = ArgumentPack(repeat each arguments)
        guard pack.types.isEmpty else {
            return try await container.instanceAsync(of: Service.self, name: name, arguments: pack, site: site)
        }
        return try await container.instanceAsync(
            of: Service.self,
            name: name,
            arguments: NoArguments(),
            site: site
        )
    }

    /// The same where the target is a contribution: it is told by its place in the order, which its copies share.
    func contribution<Service>(order: Int, site: StaticCallSite) throws(ResolutionError) -> Service {
        for owner in container.lineage {
            guard let contribution = owner.ownRegistrations(of: Service.self).first(where: { $0.order == order }) else {
                continue
            }
            let found = (contribution, owner)
            return try container.request(Service.self, found, arguments: NoArguments(), site: site).fulfil()
        }
        let asked = UnresolvedRequest(container: container, name: nil, arguments: NoArguments(), site: site)
        throw Failure.unknown(asked, type: Service.self)
    }
}
