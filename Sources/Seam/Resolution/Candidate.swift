internal import Synchronization

/// A registration as the text of an error may name it: its key and its place, without the registration itself.
struct Candidate: Sendable {
    let type: any Any.Type
    let name: ServiceName?
    let arguments: any ArgumentList.Type
    let isContribution: Bool
    /// The parameters of the initialiser that autowiring calls, if that makes the service.
    private let wiring: [any Any.Type]?
    let site: StaticCallSite
    /// The order of the registrations; see ``RegistryEntry/order``.
    let order: Int
    let declaration: DeclarationPlace?
    private let isAlias: Bool
    /// Whether its kept instance is of the type that was asked for.
    fileprivate var isServing = false

    @inline(__always)  // A failing request makes hundreds: the call would retain the entry, and copy the candidate.
    init(_ entry: RegistryEntry) {
        type = entry.type
        name = entry.name
        arguments = entry.arguments
        isContribution = entry.kind == .contribution
        wiring = entry.wiring
        isAlias = entry.kind == .alias
        site = entry.site
        order = entry.order
        declaration = entry.declaration?.place
    }

    var key: ServiceKey { ServiceKey(type, arguments: arguments.types, name: name, declaration: declaration) }

    func takesArguments(like key: ServiceKey) -> Bool { arguments.types.elementsEqual(key.arguments, by: ==) }

    /// Whether it is an initialiser with the arguments of a key as parameters, maybe a factory that leaves out the
    /// resolver.
    func lacksResolver(for key: ServiceKey) -> Bool {
        !key.arguments.isEmpty && wiring?.elementsEqual(key.arguments, by: ==) == true
    }

    /// The registration as a text in a list of near misses.
    var listed: String {
        let site = site.callSite
        if isContribution { return "a contribution (\(site))" }
        let types = arguments.types
        if let name { return "\(name.literal) (\(types.isEmpty ? "" : "arguments \(typeListText(types)), ")\(site))" }
        return "'\(ServiceKey(type, arguments: types))' (no name, \(site))"
    }
}

// MARK: - Serving as another type

/// The checks whether the instances of a registration can serve as another type. Nothing is built for them.
///
/// A conformance is looked up by the types alone. The runtime finds no metatype for a private protocol and for one with
/// primary associated types; such a protocol is found only by an instance that is kept.
extension Candidate {
    /// Whether instances are known to be of a type: by inheritance or conformance, or because a kept one is.
    func serves(_ key: ServiceKey) -> Bool {
        isComparable(with: key) && (isServing || isSubtype(type, of: key.type))
    }

    /// Whether the registered type is a protocol or a class that another type implements or inherits from.
    func isAbstraction(of key: ServiceKey) -> Bool {
        isComparable(with: key) && isSubtype(key.type, of: type)
    }

    /// Whether the registered type says nothing, as that of a closure whose last statement is not the service.
    func isUntyped(for key: ServiceKey) -> Bool {
        let saysNothing =
            type == Any.self || type == Void.self
            || (type == AnyObject.self && (key.type is AnyClass || isExistential(key.type)))
        return saysNothing && !isUniversal(key.type) && !isAlias && name == key.name && takesArguments(like: key)
    }

    private func isComparable(with key: ServiceKey) -> Bool {
        !isContribution && !isAlias && type != key.type && !isUniversal(type) && !isUniversal(key.type)
            && takesArguments(like: key)
    }
}

extension Container {
    /// Adds some of the container's own registrations of other types that have a key.
    ///
    /// A failing request does this for every registration that it visits, so only those entries are retained whose
    /// instances are looked at.
    func addCandidates(for key: ServiceKey, atMost limit: Int, to found: inout [Candidate]) {
        take(atMost: limit)
        var ready: [(index: Int, entry: RegistryEntry)] = []
        state.withLock { _ in
            if found.isEmpty { found.reserveCapacity(min(limit, table.tagCount.load(ordering: .relaxed))) }
            table.visit(atMost: limit) { borrowed in
                borrowed.use { entry in
                    guard entry.declaration == nil, entry.type != key.type else { return }
                    if entry.isReady { ready.append((found.count, borrowed.object)) }
                    found.append(Candidate(entry))
                }
            }
        }
        for (index, entry) in ready { found[index].isServing = entry.hasInstance(of: key.type) }
    }
}

extension RegistryEntry {
    /// Whether lock-free readers find an instance that needs no arguments.
    fileprivate var isReady: Bool { ready.load(ordering: .acquiring) != .none && arguments.isEmpty }

    /// Whether an instance that lock-free readers find is of a type.
    fileprivate func hasInstance(of asked: any Any.Type) -> Bool {
        guard isReady,
            // Not lazily: a lazy map would ask twice, and a reset between the two takes the instance away.
            let instance = cacheIfMade?.own.all.compactMap({ $0.instance?.box(as: self.type) }).first
        else { return false }
        func isInstance<Asked>(_: Asked.Type) -> Bool { instance.anyValue is Asked }
        return _openExistential(asked, do: isInstance)
    }
}
