/// Several services at once, and none.
extension Container {
    /// The instance for a key, or `nil` where it is unknown.
    @inlinable
    func optionalInstance<Service, Arguments: ArgumentList>(
        of type: Service.Type,
        name: ServiceName?,
        arguments: Arguments,
        site: StaticCallSite
    ) throws(ResolutionError) -> Service? {
        switch familiarity(signature: arguments.signature(of: type), name: name) {
        case .unknown:
            return nil
        case .registered:
            return try instance(of: type, name: name, arguments: arguments, site: site)
        case .unclear:
            return try instanceIfKnown(Asked(container: self, name: name, arguments: arguments, site: site))
        }
    }

    /// What a look into the container's own table says of a key.
    @usableFromInline
    func familiarity(signature: UInt, name: ServiceName?) -> Familiarity {
        let record = ThreadLocal.record(under: threadKey)
        record.beginReading()
        defer { record.endReading() }
        guard find(signature: signature, name: name) == nil else { return .registered }
        guard name == nil, parent == nil, !table.isHidden, plainTypes.contains(signature) else { return .unclear }
        return .unknown
    }

    /// An instance of every registration and contribution of a type that takes no arguments.
    func instances<Service>(of type: Service.Type, site: StaticCallSite) throws(ResolutionError) -> [Service] {
        prepareForUse()
        guard !isClosed else {
            throw Failure.closed(Asked(container: self, name: nil, arguments: NoArguments(), site: site), type: type)
        }
        let signature = NoArguments().signature(of: type)
        var instances: [Service] = []
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
                    Asked(container: self, name: nil, arguments: NoArguments(), site: site),
                    type: type
                )
            }
            seen.formUnion(visible.filter { $0.kind != .contribution }.map(\.key))
            found.insert(contentsOf: visible.map { ($0, container) }, at: 0)
        }
        // All of them are one request: they share a graph, and their hooks run at its end.
        let record = ThreadLocal.record
        record.pointee.depth += 1
        do {
            for entry in found {
                instances.append(try request(type, entry, arguments: NoArguments(), site: site).fulfil())
            }
        } catch {
            record.pointee.depth -= 1
            finishFailedOutermost(record)
            throw error
        }
        record.pointee.depth -= 1
        if record.pointee.depth == 0 { try finishOutermost(record) }
        return instances
    }
}

/// What is known of a key without looking further than a container's own table.
@usableFromInline
enum Familiarity {
    case registered
    case unclear
    case unknown
}
