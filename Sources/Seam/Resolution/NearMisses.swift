/// The registrations that are similar to the key of a failed request.
///
/// They are collected when the request fails, in bounded time. Their text is composed when the error is read. They hold
/// no registration: an error that is kept for long keeps neither instances nor closures.
final class NearMisses: Sendable {
    /// The number of suggestions in one text.
    static var limit: Int { 5 }
    /// The numbers of registrations that are visited in one container: of the type, and of others.
    private static var visited: (ofType: Int, others: Int) { (256, 768) }

    /// The kinds of suggestions, the nearest first.
    fileprivate enum Kind: Int {
        case sameType, declared, below, optional, namesake, serving, abstraction, contribution, closure, untyped
    }

    fileprivate struct Suggestion {
        let kind: Kind
        let candidate: Candidate
        /// The distance between its name and the one that was asked for.
        let distance: Int
    }

    let key: ServiceKey
    /// Registrations of the type, those of the name first.
    let sameType: [Candidate]
    /// The declared services of the type that were read or overridden.
    private let declared: [Candidate]
    private let optional: Candidate?
    private let others: [Candidate]
    /// The services under way, which cannot serve as the one that they need: a wrapper needs another one of its type.
    let path: [ServiceKey]
    /// Whether the service that needs the key is autowired, and may expect a value of its caller: the type is neither a
    /// class nor a protocol.
    let mayBeArgument: Bool
    /// The registration of the key in a container that is not above the one that was asked.
    let below: Candidate?
    /// The registration of the key that the origin of a copy got after the copy was made.
    ///
    /// The copy is the container that was asked, or one above it.
    let later: Candidate?
    let skipped: SkippedRegistration?
    /// Whether the container, or one above it, has modules.
    let hasModules: Bool
    /// The alias that has led to the key.
    let alias: Candidate?
    let mainContainer: MainContainer

    /// Whether the main container was asked, where another one may have been meant.
    enum MainContainer {
        case notAsked
        /// It was asked where no container is bound, although some part of the program has bound one.
        case unbound
        case asked(isEmpty: Bool)
    }

    /// - Parameters:
    ///   - dependent: The service that needs the key; the one that is being built if `nil`.
    ///   - isOfExplanation: Whether nothing was asked for: the caller has named the container, and explains the
    ///     declared services of the type itself.
    init(
        of key: ServiceKey,
        in container: Container,
        for dependent: RegistryEntry? = nil,
        isOfExplanation: Bool = false
    ) {
        let (chain, stack) = (container.chain, Stack())
        // Before the search, which may take everything from the origin and forget it.
        later = container.laterRegistration(of: key).map { Candidate($0) }
        let path = stack.path
        (self.key, self.path) = (key, path)
        let ofName = chain.flatMap { $0.someEntries(of: key, atMost: Self.visited.ofType) }
        let ofType = chain.flatMap { $0.someEntries(of: key.type, atMost: Self.visited.ofType) }
        sameType = (ofName + ofType.filter { $0.name != key.name }).map { Candidate($0) }
        declared = (isOfExplanation && key.name == nil ? [] : chain)
            .flatMap { $0.someDeclaredEntries(of: key.type, atMost: Self.visited.ofType) }
            .map { Candidate($0) }
        let counterparts = [asOptional(key.type)?.wrappedType, optionalType(of: key.type)]
        optional = counterparts.compactMap { $0 }
            .lazy.flatMap { type in chain.flatMap { $0.someEntries(of: type, atMost: Self.visited.ofType) } }
            .first { $0.name == key.name && !path.contains($0.key) }
            .map { Candidate($0) }
        others = chain.reduce(into: []) { $1.addCandidates(for: key, atMost: Self.visited.others, to: &$0) }
        mayBeArgument =
            (dependent ?? stack.innermost)?.wiring?.contains { $0 == key.type } == true
            && !(key.type is AnyClass) && !isExistential(key.type)
        below = container.registrationBelow(of: key, atMost: Self.visited.ofType).map { Candidate($0) }
        skipped = container.skippedRegistrations(of: key.type, name: key.name).first { $0.key == key }
        hasModules = chain.contains { $0.state.withLock { $0.modules.count > 0 } }
        alias = stack.innermost.flatMap { $0.isAlias(of: key) ? Candidate($0) : nil }
        guard container.isMain, !isOfExplanation else {
            mainContainer = .notAsked
            return
        }
        let isEmpty = sameType.isEmpty && others.isEmpty && !container.hasVariants
        mainContainer = TaskContext.isMissingHere ? .unbound : .asked(isEmpty: isEmpty)
    }

    /// The nearest registrations: by the spelling of the name, then by kind, then by age.
    private var suggestions: [Suggestion] {
        let typeName = typeText(key.type)
        var all = sameType.map { suggestion($0.isContribution ? .contribution : .sameType, $0) }
        var places: Set<ServiceKey> = []
        // A declared service has an entry in each container that overrides it.
        all += declared.filter { places.insert($0.key).inserted }.map { suggestion(.declared, $0) }
        if let below { all.append(suggestion(.below, below)) }
        if let optional { all.append(suggestion(.optional, optional)) }
        all += others.compactMap { other in kind(of: other, typeName).map { suggestion($0, other) } }
        let underWay = Set(path)
        all.removeAll { underWay.contains($0.candidate.key) }
        all.sort {
            ($0.distance, $0.kind.rawValue, $0.candidate.order) < ($1.distance, $1.kind.rawValue, $1.candidate.order)
        }
        return Array(all.prefix(Self.limit))
    }

    /// The kind of a registration of another type; `nil` if it is no near miss.
    private func kind(of other: Candidate, _ typeName: String) -> Kind? {
        if other.serves(key) { return .serving }
        if other.isAbstraction(of: key) { return .abstraction }
        let text = typeText(other.type)
        if text == typeName { return .namesake }
        // Maybe a factory that no form takes as such.
        if text.hasSuffix(typeName), text.hasSuffix("-> \(typeName)") || text.hasSuffix("-> any \(typeName)") {
            return .closure
        }
        return other.isUntyped(for: key) ? .untyped : nil
    }

    /// A suggestion with its distance; no name is one step away from any name.
    private func suggestion(_ kind: Kind, _ candidate: Candidate) -> Suggestion {
        let names = (asked: key.name?.description, own: candidate.name?.description)
        guard let asked = names.asked, let own = names.own else {
            return Suggestion(kind: kind, candidate: candidate, distance: names.asked == names.own ? 0 : 1)
        }
        return Suggestion(kind: kind, candidate: candidate, distance: asked.spellingDistance(to: own))
    }

    /// Whether the type and name is registered with other arguments.
    var hasOtherArguments: Bool { sameType.contains(where: takesOtherArguments) }

    /// The registrations of the type and name that take other arguments.
    var otherArguments: [Candidate] { Array(sameType.filter(takesOtherArguments).prefix(Self.limit)) }

    private func takesOtherArguments(_ candidate: Candidate) -> Bool {
        !candidate.isContribution && candidate.name == key.name && !candidate.takesArguments(like: key)
    }

    /// The suggestions by kind, each kind with the nearest first.
    struct Grouped {
        fileprivate let suggestions: [Suggestion]

        var ofType: [Candidate] { self[.sameType, .contribution] }
        var declared: [Candidate] { self[.declared] }
        var optional: Candidate? { self[.optional].first }
        var namesakes: [Candidate] { self[.namesake] }
        var serving: [Candidate] { self[.serving] }
        var abstractions: [Candidate] { self[.abstraction] }
        var closures: [Candidate] { self[.closure] }
        var untyped: [Candidate] { self[.untyped] }
        var below: Candidate? { self[.below].first }
        var isEmpty: Bool { suggestions.isEmpty }

        private subscript(kinds: Kind...) -> [Candidate] {
            suggestions.filter { kinds.contains($0.kind) }.map(\.candidate)
        }
    }

    var grouped: Grouped { Grouped(suggestions: suggestions) }
}

extension RegistryEntry {
    /// Whether the registration is an alias of a key; a decorator of an alias may ask for another key.
    fileprivate func isAlias(of key: ServiceKey) -> Bool {
        func signature<Service>(_ service: Service.Type) -> Signature { arguments.signature(of: service) }
        guard case .key(let target, let name) = aliasTarget, name == key.name else { return false }
        return arguments.types.elementsEqual(key.arguments, by: ==)
            && target == _openExistential(key.type, do: signature)
    }
}

// MARK: - The search

extension Container {
    /// Whether the container has registrations that are not found by the type alone.
    fileprivate var hasVariants: Bool { state.withLock { !$0.variants.elements.allSatisfy(\.isEmpty) } }

    /// The registration of a key in the nearest of the containers below this one, or below those above it.
    fileprivate func registrationBelow(of key: ServiceKey, atMost limit: Int) -> RegistryEntry? {
        someDescendants(atMost: limit)
            .lazy
            .flatMap { child in
                child.someEntries(of: key.type, atMost: limit) + child.someDeclaredEntries(of: key.type, atMost: limit)
            }
            .first { $0.key == key && $0.kind != .declaration }
    }

    /// Some of the containers below this one, and below those above it, the nearest first.
    private func someDescendants(atMost limit: Int) -> [Container] {
        var found: [Container] = []
        var parents = chain[...]
        let above = Set(parents.map { ObjectIdentifier($0) })
        while let parent = parents.popFirst(), found.count < limit {
            let children = parent.state.withLock { $0.children.living(atMost: limit - found.count) }
                .filter { !above.contains(ObjectIdentifier($0)) }
            found += children
            parents += children
        }
        return found
    }

    /// The registration of a key that the origin of this container, or of one above it, got after the copy was made.
    fileprivate func laterRegistration(of key: ServiceKey) -> RegistryEntry? {
        // A loop, since a lazy sequence would ask twice, and the origin may change in between.
        for container in chain {
            let origin = container.state.withLock { $0.sharing.origin }
            if let later = origin?.laterRegistration(of: key) { return later }
        }
        return nil
    }

    /// The container's own registrations of a type and name; of the contributions, which have no name, only some.
    fileprivate func someEntries(of key: ServiceKey, atMost limit: Int) -> [RegistryEntry] {
        let entries = ownEntries(of: key.type, named: key.name)
        return key.name == nil ? entries + contributions(to: key.type).inOrder.prefix(limit) : entries
    }

    /// Some of the container's own registrations of a type, in the order they were made.
    fileprivate func someEntries(of type: any Any.Type, atMost limit: Int) -> [RegistryEntry] {
        let identifier = ObjectIdentifier(type)
        take(allOf: type, atMost: limit)
        var found = state.withLock { $0.variants[identifier].map { Array($0.all.prefix(limit)) } ?? [] }
        if let plain = ownEntry(signature: Signature(identifier), NoName()) { found.append(plain) }
        return found.inOrder
    }

    /// Some of the container's own entries of declared services of a type.
    fileprivate func someDeclaredEntries(of type: any Any.Type, atMost limit: Int) -> [RegistryEntry] {
        state.withLock { $0.variants[ObjectIdentifier(type)]?.declared.prefix(limit).unshared() ?? [] }
    }
}

/// The type `T?` of a type `T`.
private func optionalType(of type: any Any.Type) -> any Any.Type {
    func optional<Service>(_: Service.Type) -> any Any.Type { Service?.self }
    return _openExistential(type, do: optional)
}

extension Sequence {
    /// The first element of each identity; those without one are left out.
    func once<ID: Hashable>(by identity: (Element) -> ID?) -> [Element] {
        var seen: Set<ID> = []
        return filter { identity($0).map { seen.insert($0).inserted } ?? false }
    }
}
