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
    // The metatype `any P.Type` cannot be written for a type `any P` that is known only at run time, but it has a name.
    guard isExistential(other), let name = _mangledTypeName(other),
        let metatype = _typeByName(name + "Xp")
    else { return false }
    func isInstance<Metatype>(_: Metatype.Type) -> Bool { (type as Any) is Metatype }
    return _openExistential(metatype, do: isInstance)
}
