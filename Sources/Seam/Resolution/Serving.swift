/// Checks whether the instances of a registration can serve as another type; they build nothing.
///
/// A conformance is looked up by the types alone. The runtime finds no metatype for a private protocol and for one with
/// primary associated types; such a protocol is found only by an instance that is kept.
extension RegistryEntry {
    /// Whether instances are known to be of a type: by inheritance or conformance, or because a kept one is.
    func serves(_ key: ServiceKey) -> Bool {
        guard isComparable(with: key) else { return false }
        if isSubtype(type, of: key.type) { return true }
        guard arguments.isEmpty,
            let instance = settings.cache?.own.all.lazy.compactMap({ $0.instance?.box(as: self.type) }).first
        else { return false }
        func isInstance<Asked>(_: Asked.Type) -> Bool { instance.anyValue is Asked }
        return _openExistential(key.type, do: isInstance)
    }

    /// Whether the registered type is a protocol or a class that another type implements or inherits from.
    func isAbstraction(of key: ServiceKey) -> Bool {
        isComparable(with: key) && isSubtype(key.type, of: type)
    }

    private func isComparable(with key: ServiceKey) -> Bool {
        kind != .contribution && target == nil && type != key.type && !isUniversal(type) && !isUniversal(key.type)
            && arguments.types.elementsEqual(key.arguments, by: ==)
    }
}

/// Whether every object is of a type.
private func isUniversal(_ type: any Any.Type) -> Bool { type == Any.self || type == AnyObject.self }

/// Whether a type inherits from another one, or conforms to it.
private func isSubtype(_ type: any Any.Type, of other: any Any.Type) -> Bool {
    func isMetatype<Other>(_: Other.Type) -> Bool { type is Other.Type }
    if _openExistential(other, do: isMetatype) { return true }
    // The metatype `any P.Type` cannot be written for a type `any P` that is known only at run time, but it has a name.
    guard typeSource(other) != typeText(other), let name = _mangledTypeName(other),
        let metatype = _typeByName(name + "Xp")
    else { return false }
    func isInstance<Metatype>(_: Metatype.Type) -> Bool { (type as Any) is Metatype }
    return _openExistential(metatype, do: isInstance)
}
