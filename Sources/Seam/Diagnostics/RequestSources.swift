/// The registrations that a request for a type would lead to.
struct Sources {
    var entries: [RegistryEntry] = []
    /// The key that is not registered.
    var missing: ServiceKey?
    var isLazy = false
    /// Whether the dependent holds the service once it is resolved.
    var isHeld = true
}

extension Container {
    /// The registrations that a request leads to, found without building anything.
    func sources(
        of type: any Any.Type,
        _ list: any ArgumentList.Type = NoArguments.self,
        name: ServiceName? = nil,
        isOptional: Bool = false
    ) -> Sources {
        func signature<Service>(_ service: Service.Type) -> Signature { list.signature(of: service) }
        if let found = nearestEntry(signature: _openExistential(type, do: signature), name) {
            return Sources(entries: [found.entry])
        }
        if !list.isEmpty {
            // A level that accepts the arguments hides those above it.
            for owner in chain {
                let accepting = owner.ownEntries(of: type, named: name)
                    .filter { $0.isFoundByKey && $0.arguments.mayAccept(list.types) }
                if !accepting.isEmpty { return Sources(entries: accepting) }
            }
        }
        if let derived = type as? any DerivedService.Type {
            switch derived.source {
            case .optional(let wrapped):
                return sources(of: wrapped, list, name: name, isOptional: true)
            case .lazy(let service, let list, let isHeld):
                var found = sources(of: service, list, name: name, isOptional: isOptional)
                found.isLazy = true
                found.isHeld = found.isHeld && isHeld
                return found
            case .all(let element):
                return Sources(entries: levelsForAll(of: element).flatMap(\.entries))
            }
        }
        return Sources(missing: isOptional ? nil : ServiceKey(type, arguments: list.types, name: name))
    }
}
