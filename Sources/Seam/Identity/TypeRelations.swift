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
    guard let metatype = metatype(ofExistential: other) else { return false }
    func isInstance<Metatype>(_: Metatype.Type) -> Bool { (type as Any) is Metatype }
    return _openExistential(metatype, do: isInstance)
}

/// The metatype `any P.Type` of a type `any P`; `nil` for any other type.
///
/// It cannot be written for a type that is known only at run time, but it has a name. The runtime takes long to find a
/// type by its name, and errors ask for those of hundreds of types, so each is looked for once.
private func metatype(ofExistential type: any Any.Type) -> (any Any.Type)? {
    let identifier = ObjectIdentifier(type)
    if let known = metatypes.withLock({ $0[identifier] }) { return known }
    let found = isExistential(type) ? _mangledTypeName(type).flatMap { _typeByName($0 + "Xp") } : nil
    metatypes.withLock { _ = $0.updateValue(found, forKey: identifier) }
    return found
}

private let metatypes = Lock<[ObjectIdentifier: (any Any.Type)?]>([:])
