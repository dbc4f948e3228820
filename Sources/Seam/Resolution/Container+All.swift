extension Container {
    /// An instance of every registration and contribution of a type that takes no arguments.
    func instances<Service>(of type: Service.Type, site: StaticCallSite) throws(ResolutionError) -> [Service] {
        prepareForUse()
        guard !isClosed else {
            throw Failure.closed(
                UnresolvedRequest(container: self, name: nil, arguments: NoArguments(), site: site),
                type: type
            )
        }
        let signature = NoArguments().signature(of: type)
        var seen: Set<ServiceKey> = []
        var found: [Found] = []
        for container in lineage {
            container.prepareForUse()
            let own = container.ownRegistrations(of: type).filter { $0.signature == signature }
            // A key that is registered further down hides its namesake above.
            let visible = own.filter { registration in
                guard registration.kind == .contribution else { return !seen.contains(registration.key) }
                // A contribution of an override stands at every level of its chain.
                return !found.contains { $0.registration === registration }
            }
            guard visible.isEmpty || !container.isClosed else {
                throw Failure.closed(
                    UnresolvedRequest(container: self, name: nil, arguments: NoArguments(), site: site),
                    type: type
                )
            }
            seen.formUnion(visible.filter { $0.kind != .contribution }.map(\.key))
            found.insert(contentsOf: visible.map { ($0, container) }, at: 0)
        }
        // They share a graph, and their hooks run at its end.
        return try ThreadLocal.record.withinOneRequest { () throws(ResolutionError) in
            var instances: [Service] = []
            for entry in found {
                instances.append(try request(type, entry, arguments: NoArguments(), site: site).fulfil())
            }
            return instances
        }
    }
}
