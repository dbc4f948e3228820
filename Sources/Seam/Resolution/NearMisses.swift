/// What is registered that a reader might have meant.
struct NearMisses {
    private let key: ServiceKey
    private let sameType: [AnyRegistration]
    private let optional: AnyRegistration?
    private let namesakes: [AnyRegistration]
    private let below: AnyRegistration?

    init(of key: ServiceKey, in container: Container) {
        self.key = key
        let visible = container.lineage.flatMap(\.ownRegistrations)
        sameType = visible.filter { $0.key.type == key.type }
        optional = visible.first { other in
            guard other.name == key.name else { return false }
            let otherType = other.key.type
            return (otherType as? any OptionalProtocol.Type)?.wrappedType == key.type
                || (key.type as? any OptionalProtocol.Type)?.wrappedType == otherType
        }
        namesakes = visible.filter {
            $0.key.type != key.type && typeText($0.key.type) == typeText(key.type)
        }
        below = container.lineage.lazy.flatMap(\.descendants).flatMap(\.ownRegistrations).first { $0.key == key }
    }

    /// The registrations of the type and name that take other arguments.
    var otherArguments: [AnyRegistration] {
        sameType.filter { $0.kind != .contribution && $0.name == key.name && $0.key.arguments != key.arguments }
    }

    /// A line for each kind of near miss.
    var notes: [String] {
        var notes: [String] = []
        if !sameType.isEmpty {
            notes.append("Registered for this type: \(sameType.map(\.listed).joined(separator: ", ")).")
        }
        if let optional {
            notes.append("Registered for \(Failure.quoted(optional.key)) instead, at \(optional.site.callSite).")
        }
        if let namesake = namesakes.first {
            notes.append(
                "Another type of that name is registered: '\(String(reflecting: namesake.key.type))' at "
                    + "\(namesake.site.callSite); asked for was '\(String(reflecting: key.type))'."
            )
        }
        if let below {
            notes.append("A container below has it, at \(below.site.callSite); a parent does not look into children.")
        }
        return notes
    }

    /// What to do, in the order of what is most likely.
    var cure: String {
        if let name = key.name, !sameType.isEmpty {
            return "register the name \"\(name)\", or ask for one of the names above."
        }
        if sameType.contains(where: { $0.kind == .contribution }) {
            return "ask with `all()`, which collects contributions, or register one of them."
        }
        if !sameType.isEmpty { return "ask for one of the names above, or register the type without a name." }
        if optional != nil { return "ask for the type that is registered, or register this one." }
        if below != nil { return "ask that container, or register it in this one." }
        let type = typeText(key.type)
        return "register it before it is asked for: `container.register(\(type).self) { … }`."
    }
}

extension AnyRegistration {
    /// The registration as a list of near misses shows it.
    var listed: String {
        let key = key
        let site = site.callSite
        if kind == .contribution { return "a contribution (\(site))" }
        let arguments = key.arguments.isEmpty ? "" : "(" + key.arguments.map(typeText).joined(separator: ", ") + ") "
        if let name { return "\"\(name)\" (\(arguments.isEmpty ? "" : "arguments \(arguments.dropLast()), ")\(site))" }
        return "'\(ServiceKey(key.type, arguments: key.arguments))' (no name, \(site))"
    }
}

extension [any Any.Type] {
    fileprivate static func != (left: Self, right: Self) -> Bool {
        !left.elementsEqual(right, by: ==)
    }
}
