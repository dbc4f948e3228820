extension NearMisses {
    /// The text of the error for the key.
    func text(summary: String) -> ErrorText {
        let advice = advice
        return ErrorText(summary: summary, notes: advice.notes, remedy: advice.remedy)
    }

    /// The lines about the near misses, and the remedy for the most likely mistake.
    var advice: (notes: [String], remedy: String) {
        let found = grouped
        let child = Self.advice(onChild: found.below)
        return (notes(on: found) + circumstances(found) + (child?.notes ?? []), remedy(for: found))
    }

    /// The lines about another container that has the key, and the remedy; `nil` if none has it.
    static func advice(onChild below: Candidate?) -> (notes: [String], remedy: String)? {
        guard let site = below?.site.callSite else { return nil }
        return (
            ["Another container has it, at \(site); a container looks only into those above it."],
            "ask that container, or register it in this one. A parent builds what it keeps, such as a singleton, "
                + "whichever child asks: a service that needs one of a child has the scope 'container' or 'unique'."
        )
    }

    /// The registration that was probably meant: the one with the nearest name by spelling.
    private func intended(_ found: Grouped) -> (name: ServiceName, candidate: Candidate)? {
        guard let name = key.name, !sameType.contains(where: { $0.name == name }) else { return nil }
        let longest = max(1, name.description.count / 3)
        return found.ofType.lazy.compactMap { candidate in candidate.name.map { ($0, candidate) } }
            .first { $0.0 != name && $0.0.description.spellingDistance(to: name.description) <= longest }
    }

    private func notes(on found: Grouped) -> [String] {
        var notes: [String] = []
        if let intended = intended(found) { notes.append("Did you mean \(intended.name.literal)?") }
        if !found.ofType.isEmpty {
            let more = sameType.count { !path.contains($0.key) } - found.ofType.count
            let listed = found.ofType.map(\.listed).joined(separator: ", ")
            notes.append("Registered for this type: \(listed)\(ErrorText.andMore(more)).")
        }
        notes += found.declared.compactMap { declared in
            declared.declaration.map {
                "\(Failure.quoted(declared.key)), declared at \($0.site.callSite), is a factory of this type."
            }
        }
        if let optional = found.optional {
            notes.append("Registered for \(Failure.quoted(optional.key)) instead, at \(optional.site.callSite).")
        }
        return notes + notesOnOtherTypes(found)
    }

    /// The lines about registrations of other types that may have been meant for this one.
    private func notesOnOtherTypes(_ found: Grouped) -> [String] {
        var notes = found.namesakes.once { ObjectIdentifier($0.key.type) }
            .map { namesake in
                "Another type of that name is registered: '\(_typeName(namesake.key.type))' at "
                    + "\(namesake.site.callSite); asked for was '\(_typeName(key.type))'."
            }
        notes += found.serving.map { serving in
            "\(Failure.quoted(serving.key)), registered at \(serving.site.callSite), can serve as this type."
        }
        notes += found.abstractions.map { abstraction in
            "\(Failure.quoted(abstraction.key)), registered at \(abstraction.site.callSite), is a type that "
                + "'\(typeText(key.type))' conforms to or inherits from."
        }
        notes += found.closures.map { closure in
            let type = typeText(closure.type)
            let actor = Self.actor(ofFunction: type)
            let advice =
                actor.map { "register it with `registerAsync { \($0) in … }`, which calls it there." }
                ?? "name the service, and the compiler says why it is none: `register(\(key.argumentSource)) { … }`."
            return "The closure at \(closure.site.callSite) is registered as a value of type '\(type)'. If it is the "
                + "factory, \(advice)"
        }
        notes += found.untyped.map { untyped in
            "\(Failure.quoted(untyped.key)) is registered at \(untyped.site.callSite). If that factory makes this service, "
                + "name the type and return it: `register(\(key.argumentSource)) { … }`."
        }
        return notes
    }

    /// The line about a registration whose condition was false, if there was one.
    var skippedNote: String? { skipped.map { "The registration \($0.text)" } }

    /// The lines about the conditions of the request.
    private func circumstances(_ found: Grouped) -> [String] {
        var notes: [String] = []
        if let later {
            notes.append(
                "The container that was copied has it, at \(later.site.callSite): it was registered there after the copy was "
                    + "made."
            )
        }
        if let skippedNote { notes.append(skippedNote) }
        if let alias {
            notes.append("\(Failure.quoted(alias.key)), registered at \(alias.site.callSite), is an alias of it.")
        }
        switch mainContainer {
        case .unbound where !hasOtherArguments:
            notes.append(
                "The main container was asked. If another one was meant: a container that `withContainer` or "
                    + "`withOverrides` binds reaches neither `Task.detached` nor other threads."
            )
        case .asked(let isEmpty) where found.isEmpty:
            notes.append(
                "The main container was asked\(isEmpty ? ", and has no registrations" : ""). To ask another one, write "
                    + "`in:`, or make it the current one with `withContainer`."
            )
        case .unbound, .asked, .notAsked: break
        }
        return notes
    }

    /// The attribute of the global actor that a function of a type belongs to, if it belongs to one.
    private static func actor(ofFunction type: String) -> Substring? {
        let attributes = type.split(separator: " ").prefix { $0.hasPrefix("@") }
        return attributes.first { $0 != "@Sendable" && !$0.hasPrefix("@isolated") }
    }

    private func remedy(for found: Grouped) -> String {
        if let provider {
            return "ask for `\(provider).self` without arguments, and pass them at each call."
        }
        if later != nil {
            return "register it in the copy, as in `Container.current.register`, or before the copy is made."
        }
        if key.name == nil, let declared = found.declared.first {
            return "ask for the declared service `\(declared.key)`, or register its type."
        }
        if let name = key.name, let remedy = remedy(forName: name, found) { return remedy }
        if found.ofType.contains(where: { $0.isContribution }) {
            return "ask with `all()`, which collects contributions, or register one of them."
        }
        if !found.ofType.isEmpty { return "ask for \(nameAbove(found)), or register the type without a name." }
        if found.optional != nil { return "ask for the type that is registered, or register this one." }
        if let child = Self.advice(onChild: found.below) { return child.remedy }
        let alias = "`.implements(\(key.argumentSource))`"
        if !found.serving.isEmpty {
            return "add \(alias) to \(found.serving.count == 1 ? "that registration" : "one of those registrations")."
        }
        if let abstraction = found.abstractions.first {
            return "ask for `\(abstraction.key.argumentSource)`, or add \(alias) to that registration if "
                + "this is the type that it builds."
        }
        let alternative =
            mayBeArgument
            ? " If the caller has the value, let it pass the value: instead of `autowiring:`, write a factory with an argument."
            : ""
        let cure =
            skipped.map(\.condition.isIfAbsent) == false
            ? "let that condition hold, or register it without one" : "register it before it is asked for"
        let module = hasModules ? ", or install the module that does" : ""
        return "\(cure): \(registration)\(module).\(alternative)"
    }

    /// The remedy for a name that is not registered, if the type is, without a name or with another one.
    private func remedy(forName name: ServiceName, _ found: Grouped) -> String? {
        let registering = "register the name \(name.literal)"
        if let intended = intended(found) {
            return "ask for the name \(intended.name.literal)\(argumentNote(intended.candidate)), or \(registering)."
        }
        if found.ofType.contains(where: { $0.name != nil }) { return "\(registering), or ask for \(nameAbove(found))." }
        guard let unnamed = found.ofType.first(where: { !$0.isContribution }) else { return nil }
        let note = argumentNote(unnamed)
        return "\(registering), or ask without a name\(note.isEmpty ? "" : " and\(note)")."
    }

    private func nameAbove(_ found: Grouped) -> String {
        let takesThem = found.ofType.contains { $0.takesArguments(like: key) }
        return takesThem ? "one of the names above" : "one of the names above with its arguments"
    }

    /// The words on arguments that a request for a candidate needs; empty if it takes those of this request.
    private func argumentNote(_ candidate: Candidate) -> String {
        if candidate.takesArguments(like: key) { return "" }
        return candidate.arguments.isEmpty ? " without arguments" : " with its arguments"
    }

    /// The provider that takes the arguments at each call, if a lazy value or a provider was asked for with arguments.
    private var provider: String? {
        let derived = key.type as? any DerivedService.Type
        guard !key.arguments.isEmpty, case .lazy(let service, _, _)? = derived?.source else { return nil }
        let types = ([service] + key.arguments).map { typeSource($0) }
        return "Provider<\(types.joined(separator: ", "))>"
    }

    /// The code that registers a service under the key.
    var registration: String { "`container.register(\(key.argumentSource)) { \(parameters)… }`" }

    /// The parameters of a factory for the key, with the arguments that were passed; none without arguments.
    private var parameters: String {
        guard !key.arguments.isEmpty else { return "" }
        let arguments = key.arguments.map { ", _: \(parameterSource($0))" }.joined()
        return "(_: Resolver\(arguments)) in "
    }
}

extension String {
    /// The least number of characters to insert, remove or replace in order to get another text.
    ///
    /// This is the distance of V. Levenshtein (1965). Behind a common beginning, at most 64 characters are compared.
    ///
    /// - Complexity: O(*n*) in the lengths.
    func spellingDistance(to other: String) -> Int {
        let (own, other) = (lowercased(), other.lowercased())
        let common = zip(own, other).prefix { $0 == $1 }.count
        let target = Array(other.dropFirst(common).prefix(64))
        var row = Array(0...target.count)
        for (index, character) in own.dropFirst(common).prefix(64).enumerated() {
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
