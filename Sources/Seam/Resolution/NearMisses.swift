/// The registrations that are similar to the key of a failed request.
///
/// They are collected when the request fails, in bounded time. Their text is composed when the error is read.
struct NearMisses: Sendable {
    /// The number of suggestions in one text.
    static var limit: Int { 5 }
    /// The numbers of registrations that are visited in one container: of the type, and of others.
    private static var visited: (ofType: Int, others: Int) { (256, 1_024) }

    /// The kinds of suggestions, the nearest first.
    private enum Kind: Int {
        case sameType, below, optional, namesake, serving, abstraction, contribution
    }

    private struct Suggestion {
        let kind: Kind
        let entry: RegistryEntry
        /// The distance between its name and the one that was asked for.
        let distance: Int
    }

    private let key: ServiceKey
    private let sameType: [RegistryEntry]
    private let optional: RegistryEntry?
    private let others: [RegistryEntry]
    private let below: RegistryEntry?
    private let skipped: SkippedRegistration?
    /// Whether the main container was asked where none is bound, although some part of the program has bound one.
    private let isUnbound: Bool

    init(of key: ServiceKey, in container: Container) {
        let chain = container.chain
        self.key = key
        sameType = chain.flatMap { $0.someEntries(of: key.type, atMost: Self.visited.ofType) }
        let counterparts = [(key.type as? any OptionalProtocol.Type)?.wrappedType, optionalType(of: key.type)]
        optional = counterparts.compactMap { $0 }
            .lazy.flatMap { type in chain.flatMap { $0.someEntries(of: type, atMost: Self.visited.ofType) } }
            .first { $0.name == key.name }
        others = chain.flatMap { $0.someEntries(except: key.type, atMost: Self.visited.others) }
        below = container.someDescendants(atMost: Self.visited.ofType)
            .lazy.flatMap { $0.someEntries(of: key.type, atMost: Self.visited.ofType) }
            .first { $0.key == key }
        skipped = container.skippedRegistrations(of: key.type, name: key.name).first { $0.key == key }
        isUnbound = container.isMain && TaskContext.isMissingHere
    }

    /// The nearest registrations: by the spelling of the name, then by kind, then by age.
    private var suggestions: [Suggestion] {
        let typeName = typeText(key.type)
        var all = sameType.map { suggestion($0.kind == .contribution ? .contribution : .sameType, $0) }
        if let below { all.append(suggestion(.below, below)) }
        if let optional { all.append(suggestion(.optional, optional)) }
        for entry in others {
            if entry.serves(key) {
                all.append(suggestion(.serving, entry))
            } else if entry.isAbstraction(of: key) {
                all.append(suggestion(.abstraction, entry))
            } else if typeText(entry.type) == typeName {
                all.append(suggestion(.namesake, entry))
            }
        }
        all.sort {
            ($0.distance, $0.kind.rawValue, $0.entry.order) < ($1.distance, $1.kind.rawValue, $1.entry.order)
        }
        return Array(all.prefix(Self.limit))
    }

    /// A suggestion with its distance; no name is one step away from any name.
    private func suggestion(_ kind: Kind, _ entry: RegistryEntry) -> Suggestion {
        let names = (asked: key.name?.description, own: entry.name?.description)
        guard let asked = names.asked, let own = names.own else {
            return Suggestion(kind: kind, entry: entry, distance: names.asked == names.own ? 0 : 1)
        }
        return Suggestion(kind: kind, entry: entry, distance: asked.spellingDistance(to: own))
    }

    /// Whether the type and name is registered with other arguments.
    var hasOtherArguments: Bool { sameType.contains(where: takesOtherArguments) }

    /// The registrations of the type and name that take other arguments.
    var otherArguments: [RegistryEntry] { Array(sameType.filter(takesOtherArguments).prefix(Self.limit)) }

    private func takesOtherArguments(_ entry: RegistryEntry) -> Bool {
        entry.kind != .contribution && entry.name == key.name && entry.arguments.types != key.arguments
    }
}

// MARK: - The text

extension NearMisses {
    /// The text of the error for the key.
    func text(summary: String) -> ErrorText {
        let advice = advice
        return ErrorText(summary: summary, notes: advice.notes, remedy: advice.remedy)
    }

    /// The lines about the near misses, and the remedy for the most likely mistake.
    var advice: (notes: [String], remedy: String) {
        let suggestions = suggestions
        func entries(_ kinds: Kind...) -> [RegistryEntry] {
            suggestions.filter { kinds.contains($0.kind) }.map(\.entry)
        }
        let found = Grouped(
            ofType: entries(.sameType, .contribution),
            optional: entries(.optional).first,
            namesakes: entries(.namesake),
            serving: entries(.serving),
            abstractions: entries(.abstraction),
            below: entries(.below).first
        )
        return (notes(on: found) + circumstances + notes(onChild: found.below), remedy(for: found))
    }

    /// The suggestions by kind.
    private struct Grouped {
        let ofType: [RegistryEntry]
        let optional: RegistryEntry?
        let namesakes: [RegistryEntry]
        let serving: [RegistryEntry]
        let abstractions: [RegistryEntry]
        let below: RegistryEntry?
    }

    /// The name that was probably meant: the nearest one by spelling.
    private func intendedName(_ found: Grouped) -> ServiceName? {
        guard let name = key.name else { return nil }
        let longest = max(1, name.description.count / 3)
        return found.ofType.compactMap(\.name)
            .first { $0 != name && $0.description.spellingDistance(to: name.description) <= longest }
    }

    private func notes(on found: Grouped) -> [String] {
        var notes: [String] = []
        if let intended = intendedName(found) { notes.append("Did you mean \"\(intended)\"?") }
        if !found.ofType.isEmpty {
            let more = sameType.count - found.ofType.count
            let listed = found.ofType.map(\.listed).joined(separator: ", ")
            notes.append("Registered for this type: \(listed)\(more > 0 ? ", and \(more) more" : "").")
        }
        if let optional = found.optional {
            notes.append("Registered for \(Failure.quoted(optional.key)) instead, at \(optional.site.callSite).")
        }
        notes += found.namesakes.map { namesake in
            "Another type of that name is registered: '\(String(reflecting: namesake.key.type))' at "
                + "\(namesake.site.callSite); asked for was '\(String(reflecting: key.type))'."
        }
        notes += found.serving.map { serving in
            "\(Failure.quoted(serving.key)), registered at \(serving.site.callSite), can serve as this type."
        }
        notes += found.abstractions.map { abstraction in
            "\(Failure.quoted(abstraction.key)), registered at \(abstraction.site.callSite), is a type that "
                + "'\(typeText(key.type))' conforms to or inherits from."
        }
        return notes
    }

    /// The lines about the conditions of the request.
    private var circumstances: [String] {
        var notes: [String] = []
        if let skipped {
            notes.append(
                "The registration at \(skipped.site.callSite) was skipped: its condition `\(skipped.condition)` "
                    + "was false."
            )
        }
        if isUnbound {
            notes.append(
                "Asked was the main container, and no other one is bound here: what `withContainer` and "
                    + "`withOverrides` bind reaches neither `Task.detached` nor other threads."
            )
        }
        return notes
    }

    private func notes(onChild below: RegistryEntry?) -> [String] {
        guard let below else { return [] }
        return ["A container below has it, at \(below.site.callSite); a parent does not look into children."]
    }

    private func remedy(for found: Grouped) -> String {
        if let name = key.name, let intended = intendedName(found) {
            return "ask for the name \"\(intended)\", or register the name \"\(name)\"."
        }
        if let name = key.name, !found.ofType.isEmpty {
            return "register the name \"\(name)\", or ask for one of the names above."
        }
        if found.ofType.contains(where: { $0.kind == .contribution }) {
            return "ask with `all()`, which collects contributions, or register one of them."
        }
        if !found.ofType.isEmpty { return "ask for one of the names above, or register the type without a name." }
        if found.optional != nil { return "ask for the type that is registered, or register this one." }
        if found.below != nil { return "ask that container, or register it in this one." }
        let source = typeSource(key.type) + ".self"
        let alias = "`.implements(\(source)\(key.name.map { ", name: \"\($0)\"" } ?? ""))`"
        if !found.serving.isEmpty {
            return "add \(alias) to \(found.serving.count == 1 ? "that registration" : "one of those registrations")."
        }
        if let abstraction = found.abstractions.first {
            let name = abstraction.name.map { ", name: \"\($0)\"" } ?? ""
            return "ask for `\(typeSource(abstraction.type)).self\(name)`, or add \(alias) to that registration if "
                + "this is the type that it builds."
        }
        return "register it before it is asked for: `container.register(\(source)) { … }`."
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

// MARK: - The search

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

    /// Some of the container's own registrations of other types that have a key.
    fileprivate func someEntries(except type: any Any.Type, atMost limit: Int) -> [RegistryEntry] {
        take(atMost: limit)
        return state.withLock { _ in
            var found: [RegistryEntry] = []
            table.visit(atMost: limit) { borrowed in
                let entry = borrowed.object
                if entry.declaration == nil, entry.type != type { found.append(entry) }
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
