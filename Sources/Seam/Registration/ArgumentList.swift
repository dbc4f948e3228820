/// The types of a request as one word: the identity of the service's type, or that of a type made of the service and
/// the argument types.
@usableFromInline
struct Signature: Equatable, Sendable {
    @usableFromInline let word: UInt

    @inlinable @inline(__always)
    init(_ type: ObjectIdentifier) { word = UInt(bitPattern: type) }
}

/// The arguments of one request: none, or a pack.
///
/// Resolution is written once for both. They differ in their signatures, and in the ways to read them and to pass them
/// to a factory.
@usableFromInline
protocol ArgumentList: ArgumentValues {
    /// The signature of requests for `Service` with such arguments.
    static func signature<Service>(of service: Service.Type) -> Signature
    /// The types of the arguments, in order.
    static var types: [any Any.Type] { get }
    /// Whether there are no arguments.
    static var isEmpty: Bool { get }
    /// The values at an address, to be converted to the types of another registration.
    static func values(at address: ArgumentAddress) -> [Any]
    /// The values converted to the given types; `nil` if one does not fit.
    static func convert(_ values: [Any], of types: [any Any.Type]) -> ValueBox?

    /// The arguments in a box, if there are any.
    var box: ValueBox? { get }
    /// Calls `body` with the address of the arguments, if there are any.
    func withAddress<Result>(
        _ body: (ArgumentAddress?) throws(ResolutionError) -> Result
    ) throws(ResolutionError) -> Result
    /// Calls a factory that was registered for `Service` and these arguments, in the frame entered last.
    ///
    /// - Parameters:
    ///   - record: The record of the calling thread, whose frame gets the address of the arguments.
    ///   - fail: A closure that ends the request after an error of the factory.
    func call<Service>(
        _ factory: BorrowedFactory,
        _ resolver: Resolver,
        on record: ThreadRecord,
        fail: (any Error) -> ResolutionError
    ) throws(ResolutionError) -> Service
    /// Calls an async factory that was registered for `Service` and the arguments in a box.
    static func callAsync<Service>(
        _ factory: ErasedAsyncFactory,
        _ resolver: Resolver,
        _ box: ValueBox
    ) async throws -> Service
}

/// The absence of arguments: the signature is the identity of the service's type.
@usableFromInline
struct NoArguments: ArgumentList {
    @inlinable
    init() {}

    @usableFromInline
    init(at address: ArgumentAddress?) {}

    @inlinable @inline(__always)
    static func signature<Service>(of service: Service.Type) -> Signature {
        Signature(ObjectIdentifier(service))
    }

    @usableFromInline static var types: [any Any.Type] { [] }

    @usableFromInline static var isEmpty: Bool { true }

    @usableFromInline
    static func values(at address: ArgumentAddress) -> [Any] { [] }

    @usableFromInline
    static func convert(_ values: [Any], of types: [any Any.Type]) -> ValueBox? { nil }

    @inlinable @inline(__always)
    func withAddress<Result>(
        _ body: (ArgumentAddress?) throws(ResolutionError) -> Result
    ) throws(ResolutionError) -> Result {
        try body(nil)
    }
}

extension NoArguments {
    @inlinable var hash: Int? { nil }

    @inlinable
    func isEqual(toThoseAt address: ArgumentAddress) -> Bool { true }

    @usableFromInline var box: ValueBox? { nil }

    @usableFromInline
    static func box(at address: ArgumentAddress) -> ValueBox { ValueBox(()) }
}

/// A pack of arguments.
///
/// The signature is the identity of a type that is made of the service and the argument types, so that one tuple
/// differs from two arguments.
@usableFromInline
struct ArgumentPack<each Argument>: ArgumentList {
    @usableFromInline let pack: (repeat each Argument)

    @inlinable @inline(__always)
    init(_ argument: repeat each Argument) {
        pack = (repeat each argument)
    }

    /// Copies the pack at an address.
    ///
    /// The types are right: a request and the registration that it found have the same argument types. A request of no
    /// arguments may have no address.
    @usableFromInline
    init(at address: ArgumentAddress?) {
        guard let address else {
            self = Self.withoutElements
            return
        }
        self = unsafe address.pointer.assumingMemoryBound(to: Self.self).pointee
    }

    /// A copy of the values at an address: `pack` is the only property, so the structure and the tuple have one layout.
    @inlinable
    static func tuple(at address: ArgumentAddress) -> (repeat each Argument) {
        unsafe address.pointer.assumingMemoryBound(to: (repeat each Argument).self).pointee
    }

    @inlinable @inline(__always)
    static func signature<Service>(of service: Service.Type) -> Signature {
        Signature(ObjectIdentifier(ArgumentSignature<Service, repeat each Argument>.self))
    }

    @usableFromInline static var types: [any Any.Type] {
        var types: [any Any.Type] = []
        for type in repeat (each Argument).self { types.append(type) }
        return types
    }

    @inlinable static var isEmpty: Bool {
        for _ in repeat (each Argument).self { return false }
        return true
    }

    @inlinable @inline(__always)
    func withAddress<Result>(
        _ body: (ArgumentAddress?) throws(ResolutionError) -> Result
    ) throws(ResolutionError) -> Result {
        guard !Self.isEmpty else { return try body(nil) }
        let hasSize = Self.hasSize
        return try unsafe withUnsafePointer(to: self) { pointer throws(ResolutionError) in
            try body(unsafe ArgumentAddress(UnsafeRawPointer(pointer), hasSize: hasSize))
        }
    }

    /// Whether the values take any memory; asked of the elements, since the type of the pack would be looked up.
    @inlinable static var hasSize: Bool {
        func hasSize<Value>(_: Value.Type) -> Bool { MemoryLayout<Value>.size > 0 }
        for type in repeat (each Argument).self {
            if hasSize(type) { return true }
        }
        return false
    }
}

extension ArgumentPack {
    /// The list of a registration or request with such a pack: that of no arguments, if the pack is empty.
    static var list: any ArgumentList.Type { isEmpty ? NoArguments.self : Self.self }

    /// The pack without elements, if this is its type.
    static var empty: UncheckedSendable<Self>? {
        guard isEmpty, let none = () as Any as? (repeat each Argument) else { return nil }
        // An empty pack has nothing that could be shared.
        return UncheckedSendable(value: Self(repeat each none))
    }

    /// The pack without elements; called only if this is its type.
    ///
    /// Not inlined, so that other packs look up no types for it.
    private static var withoutElements: Self {
        @inline(never) get {
            guard let empty else { preconditionFailure("A pack with elements has an address.") }
            return empty.value
        }
    }
}

/// The type whose identity is the signature of a service with arguments; no value of the type exists.
@usableFromInline
struct ArgumentSignature<Service, each Argument> {}

// MARK: - Values

extension ArgumentPack {
    @usableFromInline
    static func values(at address: ArgumentAddress) -> [Any] {
        var values: [Any] = []
        let pack = tuple(at: address)
        for value in repeat each pack { values.append(value) }
        return values
    }

    @usableFromInline var box: ValueBox? { Self.isEmpty ? nil : ValueBox(self) }

    /// The types are right, as for ``init(at:)``, which would look up the type of the pack once more.
    @usableFromInline
    static func box(at address: ArgumentAddress) -> ValueBox {
        unsafe ValueBox(address.pointer.assumingMemoryBound(to: Self.self).pointee)
    }

    @inlinable var hash: Int? {
        var hasher = Hasher()
        for value in repeat each pack {
            guard hashIfHashable(value, into: &hasher) else { return nil }
        }
        return hasher.finalize()
    }

    @inlinable
    func isEqual(toThoseAt address: ArgumentAddress) -> Bool {
        let other = Self.tuple(at: address)
        for (own, other) in repeat (each pack, each other) {
            guard valuesAreEqual(own, other) else { return false }
        }
        return true
    }
}

// The optimiser leaves the look-up of a conformance in specialised code. The types that most arguments have need none.

/// Hashes a value by its static type.
///
/// - Returns: Whether the static type is `Hashable`.
@inlinable
func hashIfHashable<Value>(_ value: Value, into hasher: inout Hasher) -> Bool {
    func hash<Known: Hashable>(_: Known.Type, into hasher: inout Hasher) -> Bool {
        retyped(value, as: Known.self).hash(into: &hasher)
        return true
    }
    if Value.self == Int.self {
        retyped(value, as: Int.self).hash(into: &hasher)
        return true
    }
    if Value.self == String.self {
        retyped(value, as: String.self).hash(into: &hasher)
        return true
    }
    guard let type = Value.self as? any Hashable.Type else { return false }
    return hash(type, into: &hasher)
}

/// Whether two values are equal by their static type.
@inlinable
func valuesAreEqual<Value>(_ left: Value, _ right: Value) -> Bool {
    func areEqual<Known: Hashable>(_: Known.Type) -> Bool {
        retyped(left, as: Known.self) == retyped(right, as: Known.self)
    }
    if Value.self == Int.self { return retyped(left, as: Int.self) == retyped(right, as: Int.self) }
    if Value.self == String.self { return retyped(left, as: String.self) == retyped(right, as: String.self) }
    guard let type = Value.self as? any Hashable.Type else { return false }
    return areEqual(type)
}

/// The value by another name of its type: the caller has compared the two, or has opened `Value` as `Known`.
@inlinable @inline(__always)
func retyped<Value, Known>(_ value: Value, as _: Known.Type) -> Known {
    unsafe unsafeBitCast(value, to: Known.self)
}
