/// The conversion of arguments to the types that a factory declares, if each value fits its parameter.
///
/// A `Dog` fits `any Animal`, a `Derived` fits `Base`, an `Int` fits `Int?`, and a `String?` that holds a value fits
/// `String`. Numbers are not converted. No value is bridged to an object of Foundation or back, unless it is in a
/// collection.
extension ArgumentPack {
    /// The values converted to the given types; `nil` if one does not fit.
    @usableFromInline
    static func convert(_ values: [Any], of types: [any Any.Type]) -> ValueBox? {
        guard values.count == Self.types.count else { return nil }
        var index = 0
        func next<Parameter>(_ type: Parameter.Type) throws(Mismatch) -> Parameter {
            defer { index += 1 }
            return try converted(values[index], of: types[index], to: type)
        }
        do {
            return ValueBox(ArgumentPack(repeat try next((each Argument).self)))
        } catch {
            return nil
        }
    }
}

private struct Mismatch: Error {}

private func converted<Parameter>(
    _ value: Any,
    of type: any Any.Type,
    to parameter: Parameter.Type
) throws(Mismatch) -> Parameter {
    guard type != parameter, !isOptional(parameter, of: type) else {
        guard let same = value as? Parameter else { throw Mismatch() }
        return same
    }
    // As `Any`, the nil of one Optional would be cast to the nil of any other. It fits only if its own type does.
    let isFitting = !isEmptyOptional(value) || acceptsNil(of: type, as: parameter)
    guard isFitting, let converted = value as? Parameter, !isBridged(value, to: converted) else { throw Mismatch() }
    return converted
}

/// Whether a cast has made an object of Foundation out of a number or a text, or the other way round.
///
/// An existential holds the value as it is.
private func isBridged<Parameter>(_ value: Any, to converted: Parameter) -> Bool {
    // First, since the other questions take longer.
    guard type(of: value) != type(of: converted as Any) else { return false }
    return isObject(value) != isObject(converted) && Parameter.self != AnyHashable.self
        && !isExistential(Parameter.self)
}

/// Whether a value, in an Optional or not, is an object.
private func isObject(_ value: Any) -> Bool {
    if type(of: value) is AnyClass { return true }
    if let optional = asOptional(value) { return optional.wrappedAsAny.map(isObject) ?? false }
    if type(of: value) == AnyHashable.self, let hashable = value as? AnyHashable { return isObject(hashable.base) }
    return false
}

/// Whether a type is the Optional of another one, such as `Int?` of `Int`, and `Int??` of `Int?`.
private func isOptional(_ type: any Any.Type, of wrapped: any Any.Type) -> Bool {
    asOptional(type)?.wrappedType == wrapped
}

/// Whether a nil of `type` fits `parameter`: that accepts all values, is the Optional of `type`, or wraps the same type
/// or one above it.
func acceptsNil(of type: any Any.Type, as parameter: any Any.Type) -> Bool {
    guard type != parameter, parameter != Any.self, !isOptional(parameter, of: type) else { return true }
    guard let given = asOptional(type)?.wrappedType, let wanted = asOptional(parameter)?.wrappedType else {
        return false
    }
    return given == wanted || isUniversal(wanted) || isSubtype(given, of: wanted)
}

// MARK: - Without values

extension ArgumentList {
    /// Whether values of the given types may be converted to these; for some types only the values can tell.
    static func mayAccept(_ given: [any Any.Type]) -> Bool {
        given.count == types.count
            && zip(given, types).allSatisfy { $0 == $1 || !hasOnlyItsOwnType($0) || !hasOnlyItsOwnType($1) }
    }
}

/// Whether the values of a type can be cast to no other struct or enum.
private func hasOnlyItsOwnType(_ type: any Any.Type) -> Bool {
    !(type is AnyClass) && !(type is any CastableValue.Type) && !isExistential(type)
}

/// A struct or enum whose values can be cast to another one.
private protocol CastableValue {}

extension Optional: CastableValue {}
extension Array: CastableValue {}
extension Set: CastableValue {}
extension Dictionary: CastableValue {}
extension AnyHashable: CastableValue {}
