/// The registrations that are similar to the key of a failed request.
///
/// They are collected when the request fails, in bounded time. Their text is composed when the error is read.
struct NearMisses: Sendable {
    /// The numbers of registrations that are visited in one container, and that are listed.
    private static var limit: (visited: Int, listed: Int) { (256, 12) }

    private let key: ServiceKey
    private let sameType: [RegistryEntry]
    private let optional: RegistryEntry?
    private let others: [RegistryEntry]
    private let below: RegistryEntry?
    /// Whether the main container was asked where none is bound, although some part of the program has bound one.
    private let isUnbound: Bool

    init(of key: ServiceKey, in container: Container) {
        let chain = container.chain
        self.key = key
        sameType = chain.flatMap { $0.someEntries(of: key.type, atMost: Self.limit.visited) }
        let counterparts = [(key.type as? any OptionalProtocol.Type)?.wrappedType, optionalType(of: key.type)]
        optional = counterparts.compactMap { $0 }
            .lazy.flatMap { type in chain.flatMap { $0.someEntries(of: type, atMost: Self.limit.visited) } }
            .first { $0.name == key.name }
        others = chain.flatMap { $0.someEntries(atMost: Self.limit.visited) }
        below = container.someDescendants(atMost: Self.limit.visited)
            .lazy.flatMap { $0.someEntries(of: key.type, atMost: Self.limit.visited) }
            .first { $0.key == key }
        isUnbound = container.isMain && TaskContext.isMissingHere
    }

    /// A registration of another type that has built an instance of the type, or inherits from it.
    private var serving: RegistryEntry? { key.arguments.isEmpty ? others.first { $0.serves(key.type) } : nil }

    /// The name of the type that was probably meant: the nearest one by spelling.
    private var intended: ServiceName? {
        guard let name = key.name?.description else { return nil }
        let names = sameType.compactMap(\.name).map { ($0, $0.description.spellingDistance(to: name)) }
        return names.filter { (1...max(1, name.count / 3)).contains($0.1) }.min { $0.1 < $1.1 }?.0
    }

    /// Whether the type and name is registered with other arguments.
    var hasOtherArguments: Bool { sameType.contains(where: takesOtherArguments) }

    /// The registrations of the type and name that take other arguments.
    var otherArguments: [RegistryEntry] { Array(sameType.filter(takesOtherArguments).prefix(Self.limit.listed)) }

    private func takesOtherArguments(_ entry: RegistryEntry) -> Bool {
        entry.kind != .contribution && entry.name == key.name && entry.arguments.types != key.arguments
    }

    /// A registered type of the same name in another module.
    private var namesake: RegistryEntry? {
        let name = typeText(key.type)
        return others.first { $0.type != key.type && typeText($0.type) == name }
    }

    /// A line for each kind of near miss.
    var notes: [String] {
        var notes: [String] = []
        if let intended { notes.append("Did you mean \"\(intended)\"?") }
        if !sameType.isEmpty {
            let more = sameType.count - Self.limit.listed
            let listed = sameType.prefix(Self.limit.listed).map(\.listed).joined(separator: ", ")
            notes.append("Registered for this type: \(listed)\(more > 0 ? ", and \(more) more" : "").")
        }
        if let optional {
            notes.append("Registered for \(Failure.quoted(optional.key)) instead, at \(optional.site.callSite).")
        }
        if let namesake {
            notes.append(
                "Another type of that name is registered: '\(String(reflecting: namesake.key.type))' at "
                    + "\(namesake.site.callSite); asked for was '\(String(reflecting: key.type))'."
            )
        }
        if let serving {
            notes.append(
                "\(Failure.quoted(serving.key)), registered at \(serving.site.callSite), can serve as this type."
            )
        }
        if isUnbound {
            notes.append(
                "Asked was the main container, and no other one is bound here: what `withContainer` and "
                    + "`withOverrides` bind reaches neither `Task.detached` nor other threads."
            )
        }
        if let below {
            notes.append("A container below has it, at \(below.site.callSite); a parent does not look into children.")
        }
        return notes
    }

    /// The remedy for the most likely mistake.
    var remedy: String {
        if let name = key.name, let intended {
            return "ask for the name \"\(intended)\", or register the name \"\(name)\"."
        }
        if let name = key.name, !sameType.isEmpty {
            return "register the name \"\(name)\", or ask for one of the names above."
        }
        if sameType.contains(where: { $0.kind == .contribution }) {
            return "ask with `all()`, which collects contributions, or register one of them."
        }
        if !sameType.isEmpty { return "ask for one of the names above, or register the type without a name." }
        if optional != nil { return "ask for the type that is registered, or register this one." }
        if below != nil { return "ask that container, or register it in this one." }
        let type = typeSource(key.type)
        if serving != nil {
            let name = key.name.map { ", name: \"\($0)\"" } ?? ""
            return "add `.implements(\(type).self\(name))` to that registration."
        }
        return "register it before it is asked for: `container.register(\(type).self) { … }`."
    }
}

extension RegistryEntry {
    /// The registration as a text in a list of near misses.
    var listed: String {
        let key = key
        let site = site.callSite
        if kind == .contribution { return "a contribution (\(site))" }
        let arguments = key.arguments.isEmpty ? "" : "(" + key.arguments.map(typeText).joined(separator: ", ") + ") "
        if let name { return "\"\(name)\" (\(arguments.isEmpty ? "" : "arguments \(arguments.dropLast()), ")\(site))" }
        return "'\(ServiceKey(key.type, arguments: key.arguments))' (no name, \(site))"
    }
}

extension RegistryEntry {
    /// Whether instances are known to be of a type: by inheritance, or because a kept one is.
    fileprivate func serves(_ type: any Any.Type) -> Bool {
        guard kind != .contribution, self.type != type, target == nil else { return false }
        func inherits<Asked>(_: Asked.Type) -> Bool { self.type is Asked.Type }
        if _openExistential(type, do: inherits) { return true }
        guard arguments.isEmpty, type != Any.self, type != AnyObject.self,
            let instance = settings.cache?.own.all.lazy.compactMap({ $0.instance?.box(as: self.type) }).first
        else { return false }
        func isInstance<Asked>(_: Asked.Type) -> Bool { instance.anyValue is Asked }
        return _openExistential(type, do: isInstance)
    }
}

extension String {
    /// The least number of characters to insert, remove or replace in order to get another text.
    ///
    /// This is the distance of V. Levenshtein (1965).
    ///
    /// - Complexity: O(*n* · *m*) in the lengths.
    func spellingDistance(to other: String) -> Int {
        let target = Array(other.lowercased())
        var row = Array(0...target.count)
        for (index, character) in lowercased().enumerated() {
            var diagonal = row[0]
            row[0] = index + 1
            for (column, candidate) in target.enumerated() {
                let cost = min(row[column], row[column + 1]) + 1
                (diagonal, row[column + 1]) = (row[column + 1], min(cost, diagonal + (character == candidate ? 0 : 1)))
            }
        }
        return row[target.count]
    }
}

extension [any Any.Type] {
    fileprivate static func != (left: Self, right: Self) -> Bool {
        !left.elementsEqual(right, by: ==)
    }
}

extension Container {
    /// Some of the containers below this one, and below those above it, the nearest first.
    fileprivate func someDescendants(atMost limit: Int) -> [Container] {
        var found: [Container] = []
        var parents = chain[...]
        while let parent = parents.popFirst(), found.count < limit {
            let children = parent.state.withLock { $0.children.living(atMost: limit - found.count) }
            found += children
            parents += children
        }
        return found
    }

    /// Some of the container's own registrations of a type, in the order they were made.
    fileprivate func someEntries(of type: any Any.Type, atMost limit: Int) -> [RegistryEntry] {
        let identifier = ObjectIdentifier(type)
        take(allOf: type, atMost: limit)
        var found = state.withLock { $0.variants[identifier].map { Array($0.all.prefix(limit)) } ?? [] }
        if let plain = ownEntry(signature: Signature(identifier), name: nil) { found.append(plain) }
        return found.sorted { $0.order < $1.order }
    }

    /// Some of the container's own registrations that have a key.
    fileprivate func someEntries(atMost limit: Int) -> [RegistryEntry] {
        take(atMost: limit)
        return state.withLock { _ in
            var found: [RegistryEntry] = []
            table.visit { borrowed in
                let entry = borrowed.object
                if found.count < limit, entry.declaration == nil { found.append(entry) }
            }
            return found
        }
    }
}

/// The type `T?` of a type `T`.
private func optionalType(of type: any Any.Type) -> any Any.Type {
    func optional<Service>(_: Service.Type) -> any Any.Type { Service?.self }
    return _openExistential(type, do: optional)
}

// MARK: - The errors

/// The errors for unknown keys, with their near misses.
extension Failure {
    /// The failure of a request whose key is not registered, or only with other arguments.
    static func unknown(_ request: Request) -> ResolutionError {
        let key = request.key
        let near = NearMisses(of: key, in: request.container)
        guard !near.hasOtherArguments else { return argumentMismatch(request, key: key, near: near) }
        return ResolutionError(
            .notRegistered,
            path: Stack().path + [key],
            site: request.site,
            text: ErrorText(summary: "No registration for \(quoted(key)).", notes: near.notes, remedy: near.remedy)
        )
    }

    /// Whether the failure of the request under way means that its own key is unknown, and not the key of an inner one.
    @usableFromInline @inline(never)
    static func isOfUnknownRequest(_ error: ResolutionError) -> Bool {
        (error.code == .notRegistered || error.code == .argumentMismatch)
            && error.path.count == Stack().depth.count + 1
    }

    /// The failure of a request whose arguments fit several registrations.
    static func ambiguous(_ request: Request, _ found: [Container.Found]) -> ResolutionError {
        let key = request.key
        let candidates = found.map { $0.entry.listed }.joined(separator: ", ")
        return ResolutionError(
            .argumentMismatch,
            path: Stack().path + [key],
            site: request.site,
            text: ErrorText(
                summary: "\(quoted(key)) fits more than one registration.",
                notes: ["Candidates: \(candidates)."],
                remedy: "give arguments of exactly the types that one of them takes."
            )
        )
    }

    private static func argumentMismatch(_ request: Request, key: ServiceKey, near: NearMisses) -> ResolutionError {
        ResolutionError(
            .argumentMismatch,
            path: Stack().path + [key],
            site: request.site,
            text: ErrorText(
                summary: "\(quoted(ServiceKey(key.type, name: key.name))) is registered with \(knownText(near)), "
                    + "and was asked for with \(argumentText(key.arguments)).",
                notes: near.notes,
                remedy: "pass what one of the registrations above expects, or register another."
            )
        )
    }

    private static func knownText(_ near: NearMisses) -> String {
        let expected = near.otherArguments.map(\.key.arguments)
        let isKnownWithNone = expected.contains(where: \.isEmpty)
        let known = expected.filter { !$0.isEmpty }.map(argumentText) + (isKnownWithNone ? [argumentText([])] : [])
        return known == ["none"] ? "no arguments" : "arguments " + known.joined(separator: " or ")
    }

    private static func argumentText(_ types: [any Any.Type]) -> String {
        types.isEmpty ? "none" : "(" + types.map(typeText).joined(separator: ", ") + ")"
    }
}
