// `_typeName` of the standard library gives the names that `String(describing:)` and `String(reflecting:)` give. These
// look for conformances of the metatype first, which takes ten times as long, and errors look at hundreds of types.

/// The name of a type without its module and outer types, and without a leading `any`.
func typeText(_ type: any Any.Type) -> String { withoutAny(shortened(asInSource(_typeName(type, qualified: false)))) }

/// The names of types as a list in parentheses.
func typeListText(_ types: [any Any.Type]) -> String { "(" + types.map(typeText).joined(separator: ", ") + ")" }

/// The name of a type with its outer types, without modules and a leading `any`.
func longTypeText(_ type: any Any.Type) -> String {
    withoutAny(shortened(withoutModules(asInSource(_typeName(type, qualified: true)))))
}

/// The name of a type with its module and outer types, without a leading `any`.
///
/// A local or private type is named without its module.
func fullTypeText(_ type: any Any.Type) -> String {
    let name = _typeName(type, qualified: true)
    // That of such a type has an address, which differs from run to run.
    return name.contains("(unknown context") ? longTypeText(type) : withoutAny(shortened(asInSource(name)))
}

/// The name of a type as source code writes it before `.self`: in parentheses for a protocol or a function.
func typeSource(_ type: any Any.Type) -> String {
    let text = longTypeText(type)
    if type == Any.self { return text }
    if isExistential(type) { return "(any \(text))" }
    if type == Void.self { return "Void" }
    return isFunction(text) ? "(\(text))" : text
}

/// A type as source code writes it for the parameter of a closure.
func parameterSource(_ type: any Any.Type) -> String {
    let text = longTypeText(type)
    return isFunction(text) ? "@escaping \(text)" : typeSource(type)
}

/// Whether the text of a type is that of a function: an arrow stands outside all brackets.
private func isFunction(_ text: String) -> Bool {
    var depth = 0
    for (previous, character) in zip(" " + text, text) {
        switch (previous, character) {
        case ("-", ">"): if depth == 0 { return true }
        case (_, "("), (_, "<"), (_, "["): depth += 1
        case (_, ")"), (_, ">"), (_, "]"): depth -= 1
        default: break
        }
    }
    return false
}

private func withoutAny(_ text: String) -> String { text.hasPrefix("any ") ? String(text.dropFirst(4)) : text }

/// The name of a type with parameter packs and primary associated types as source code writes them.
///
/// The runtime writes `Provider<Cart, Pack{}>`, `Provider<User, Pack{Int}>` and `Store<Self.Store.Item == Int>`.
private func asInSource(_ text: String) -> String {
    guard text.utf8.contains(where: { $0 == UInt8(ascii: "=") || $0 == UInt8(ascii: "{") }) else { return text }
    let parts = text.split(separator: " == ")
    let constraints = parts.dropLast()
        .map { part in part.prefix(upTo: part.ranges(of: "Self.").last?.lowerBound ?? part.endIndex) }
    let unpacked = constraints.joined() + (parts.last ?? "")
    guard unpacked.contains("Pack{") else { return unpacked }
    return ["Pack{}, ", ", Pack{}", "Pack{", "}"].reduce(unpacked) { $0.replacing($1, with: "") }
}

// MARK: - Short forms

/// The name of a type with the short forms of the standard library: `Cart?`, `[Cart]` and `[String: Cart]`.
private func shortened(_ name: some StringProtocol) -> String {
    for bracket in name.utf8.indices where name.utf8[bracket] == UInt8(ascii: "<") {
        let generic = name[..<bracket]
        guard let type = ["Optional", "Array", "Dictionary"].first(where: { generic.hasLastWord($0) }) else { continue }
        var rest = Substring(name[bracket...].dropFirst())
        let arguments = rest.takeGenericArguments().map { shortened($0) }
        return generic.dropLast(type.count) + shortForm(of: type, arguments) + shortened(rest)
    }
    return String(name)
}

private func shortForm(of generic: String, _ arguments: [String]) -> String {
    guard generic == "Optional" else { return "[\(arguments.joined(separator: ": "))]" }
    let wrapped = arguments.joined()
    return wrapped.hasPrefix("any ") || isFunction(wrapped) ? "(\(wrapped))?" : wrapped + "?"
}

// MARK: - Modules

/// The full name of a type as source code writes it, without modules.
private func withoutModules(_ name: String) -> String {
    var (text, rest) = ("", name[...])
    while let character = rest.first {
        if rest.hasPrefix("(extension in "), let end = rest.firstIndex(of: ":") {
            rest = rest[rest.index(after: end)...]
            continue
        }
        let isInside = text.last == "." && character == "("
        guard character.isLetter || character == "_" || isInside else {
            text.append(character)
            rest.removeFirst()
            continue
        }
        let path = rest.takePath()
        let hasModule = text.last != "." && path.count > 1 && path.first != "Any"
        text += sourceName(of: hasModule ? path.dropFirst() : path)
    }
    return text
}

/// The name of a type that is nested in others; a part is empty for a context without a name.
private func sourceName(of path: ArraySlice<Substring>) -> String {
    // A type inside a function is known only there: the function has two such contexts, and a private type has one.
    let local = Array(zip(path.indices, path.indices.dropFirst())).last { path[$0].isEmpty && path[$1].isEmpty }
    return path[(local?.1 ?? path.startIndex)...].filter { !$0.isEmpty }.joined(separator: ".")
}

extension StringProtocol {
    /// Whether a word is the last one, and neither a part of a longer one nor a member of another type.
    fileprivate func hasLastWord(_ word: String) -> Bool {
        guard utf8.suffix(word.utf8.count).elementsEqual(word.utf8) else { return false }
        return dropLast(word.count).last.map { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "." } != true
    }
}

extension Substring {
    /// Takes generic arguments from the beginning, with the bracket that closes their list.
    fileprivate mutating func takeGenericArguments() -> [Substring] {
        var (arguments, depth, previous): ([Substring], Int, Character) = ([], 0, " ")
        var start = startIndex
        for index in indices {
            let character = self[index]
            defer { previous = character }
            switch character {
            case "<", "(", "[": depth += 1
            case ")", "]": depth -= 1
            case ">" where previous == "-": break
            case "," where depth == 0:
                arguments.append(self[start..<index])
                // A space follows the comma.
                start = self.index(index, offsetBy: 2)
            case ">" where depth == 0:
                arguments.append(self[start..<index])
                self = self[self.index(after: index)...]
                return arguments
            case ">": depth -= 1
            default: break
            }
        }
        defer { self = "" }
        return [self]
    }

    /// Takes the parts of a path from the beginning; a context without a name is an empty part.
    ///
    /// The runtime writes such a context, or a private type with the number of its file, in parentheses.
    fileprivate mutating func takePath() -> ArraySlice<Substring> {
        var path: ArraySlice<Substring> = []
        repeat {
            if first == "(", let end = firstIndex(of: ")") {
                path.append(hasPrefix("(unknown context") ? "" : dropFirst().prefix { $0 != " " })
                self = self[index(after: end)...]
            } else {
                path.append(prefix { $0.isLetter || $0.isNumber || $0 == "_" })
                removeFirst(path[path.endIndex - 1].count)
            }
        } while popFirst(".")
        return path
    }

    /// Takes a character from the beginning, if it is there.
    private mutating func popFirst(_ character: Character) -> Bool {
        guard first == character else { return false }
        removeFirst()
        return true
    }
}
