/// The registrations that a request for a type would lead to.
struct Sources {
    var found: [Container.Found] = []
    /// Whether the closure of a declared service is async, which its registration does not say.
    var isDeclaredAsync = false
    /// The key that is not registered.
    var missing: ServiceKey?
    var isLazy = false
    /// Whether the dependent holds the service once it is resolved.
    var isHeld = true

    var entries: [RegistryEntry] { found.map(\.entry) }

    /// The path to an async service that a lazy value cannot read; `nil` if there is none.
    ///
    /// The value asks synchronously, and nothing keeps an instance that was awaited. There is no fault if one of
    /// several registrations may answer.
    func pathOfUnreadable(in container: Container) -> [ServiceKey]? {
        var path: [ServiceKey]?
        for found in found {
            guard let end = try? container.end(of: found, site: found.entry.site),
                isDeclaredAsync || end.kind == .async, case .unique = end.settings.scope.lifetime
            else { return nil }
            path = path ?? [found.entry.key] + (end === found.entry ? [] : [end.key])
        }
        return path
    }
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
            return Sources(found: [found])
        }
        if !list.isEmpty {
            // A level that accepts the arguments hides those above it.
            for owner in chain {
                let accepting = owner.ownEntries(of: type, named: name)
                    .filter { $0.arguments.mayAccept(list.types) }
                if !accepting.isEmpty { return Sources(found: accepting.map { ($0, owner) }) }
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
            case .all(let element): return Sources(found: entriesForAll(of: element).all)
            }
        }
        return Sources(missing: isOptional ? nil : ServiceKey(type, arguments: list.types, name: name))
    }
}
