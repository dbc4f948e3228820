/// Whether a type is existential, such as `any P` or `Any`.
///
/// The text of its metatype tells: `P.Protocol`, or `(any P<…>).Type` if the primary associated types are given.
func isExistential(_ type: any Any.Type) -> Bool {
    let text = _typeName(Swift.type(of: type), qualified: false)
    return text.hasSuffix(".Protocol") || text.hasPrefix("(any ")
}

/// Whether every object is of a type.
func isUniversal(_ type: any Any.Type) -> Bool { type == Any.self || type == AnyObject.self }

/// Whether a type inherits from another one, or conforms to it.
func isSubtype(_ type: any Any.Type, of other: any Any.Type) -> Bool {
    func isMetatype<Other>(_: Other.Type) -> Bool { type is Other.Type }
    if _openExistential(other, do: isMetatype) { return true }
    guard let metatype = ExistentialMetatypes.metatype(of: other) else { return false }
    func isInstance<Metatype>(_: Metatype.Type) -> Bool { (type as Any) is Metatype }
    return _openExistential(metatype, do: isInstance)
}

/// The metatypes `any P.Type` of types `any P`, each looked for once in a process.
///
/// Such a metatype cannot be written for a type that is known only at run time, but it has a name. The runtime takes
/// long to find a type by its name, and errors ask for those of hundreds of types. A metatype never changes, so what is
/// known here is the same for all containers and tests.
private enum ExistentialMetatypes {
    private static let known = Lock<[ObjectIdentifier: (any Any.Type)?]>([:])

    /// The metatype of a type; `nil` if the type is not existential, or if the runtime does not find its metatype.
    static func metatype(of type: any Any.Type) -> (any Any.Type)? {
        let identifier = ObjectIdentifier(type)
        if let metatype = known.withLock({ $0[identifier] }) { return metatype }
        let metatype = isExistential(type) ? _mangledTypeName(type).flatMap { _typeByName($0 + "Xp") } : nil
        known.withLock { _ = $0.updateValue(metatype, forKey: identifier) }
        return metatype
    }
}
