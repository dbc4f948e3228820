/// The identity of a service: its type, the types of its arguments, and its name.
///
/// Keys appear in errors. `T`, `T?`, `any P` and `any P & Q` are different types, and one tuple is not two arguments.
public struct ServiceKey: Hashable, Sendable, CustomStringConvertible {
    /// The parts in one object, since keys are copied often, in paths and findings.
    private final class Parts: Sendable {
        let type: any Any.Type
        let arguments: [any Any.Type]
        let name: ServiceName?
        let declaration: DeclarationPlace?
        let order: Int?

        init(
            _ type: any Any.Type,
            _ arguments: [any Any.Type],
            _ name: ServiceName?,
            _ declaration: DeclarationPlace?,
            _ order: Int?
        ) {
            (self.type, self.arguments, self.name) = (type, arguments, name)
            (self.declaration, self.order) = (declaration, order)
        }
    }

    private let parts: Parts

    init(
        _ type: any Any.Type,
        arguments: [any Any.Type] = [],
        name: ServiceName? = nil,
        declaration: DeclarationPlace? = nil,
        order: Int? = nil
    ) {
        parts = Parts(type, arguments, name, declaration, order)
    }

    /// The type of the service.
    public var type: any Any.Type { parts.type }
    /// The types of the arguments, in order.
    public var arguments: [any Any.Type] { parts.arguments }
    /// The name, if there is one.
    public var name: ServiceName? { parts.name }
    /// The place of a declared service, which has no name.
    var declaration: DeclarationPlace? { parts.declaration }
    /// The number of the registration that a request has found; `==` and `hash(into:)` ignore it.
    ///
    /// Contributions to a type have equal keys, and so have registrations of a parent and a child.
    var order: Int? { parts.order }

    /// The type as in source, then the argument types in parentheses and the name as a literal, if there are any.
    ///
    /// A declared service is described by its property, as a key path.
    public var description: String {
        if let declaration { return "\\.\(declaration.function)" }
        var text = typeText(type)
        if !arguments.isEmpty { text += typeListText(arguments) }
        if let name { text += " " + name.literal }
        return text
    }

    /// The text with another one for the service's type.
    fileprivate func text(of type: String) -> String {
        description.replacing(typeText(self.type), with: type, maxReplacements: 1)
    }

    /// The type and the name as source code passes them.
    var argumentSource: String {
        "\(typeSource(type)).self" + (name.map { ", name: \($0.literal)" } ?? "")
    }

    /// Whether two keys have the same types and name, and belong to the same declaration or to none.
    @inline(never)  // It is long, and many places compare keys.
    public static func == (left: Self, right: Self) -> Bool {
        left.type == right.type && left.name == right.name && left.declaration == right.declaration
            && left.arguments.elementsEqual(right.arguments, by: ==)
    }

    /// Hashes the types, the name and the declaration.
    @inline(never)  // As above.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(ObjectIdentifier(type))
        for argument in arguments { hasher.combine(ObjectIdentifier(argument)) }
        hasher.combine(name)
        hasher.combine(declaration?.position)
    }
}

extension Sequence<ServiceKey> {
    /// The text of each key; keys of different types with one text are told apart by their outer types, or else by
    /// their modules.
    var texts: [String] {
        var texts = map(\.description)
        for longer in [longTypeText, fullTypeText] {
            var types: [String: Set<ObjectIdentifier>] = [:]
            for (key, text) in zip(self, texts) { types[text, default: []].insert(ObjectIdentifier(key.type)) }
            texts = zip(self, texts)
                .map { key, text in types[text, default: []].count > 1 ? key.text(of: longer(key.type)) : text }
        }
        return texts
    }
}

/// An object that errors and circles of waits name by a key.
protocol Keyed: AnyObject, Sendable {
    /// The key, for texts.
    var key: ServiceKey { get }
}
