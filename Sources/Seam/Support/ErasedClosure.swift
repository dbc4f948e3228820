/// A closure whose type is known only to the code that calls it.
///
/// The closure is erased inside a structure that has it as its one property, and is generic in the closure's types: so
/// generic and specialised code agree on its calling convention. It is stored as a closure and not as an object, since
/// the context of a closure is no object on Apple's platforms. Neither the erasure nor the way back instantiates
/// metadata.
@usableFromInline
struct ErasedClosure: Sendable {
    @usableFromInline let closure: @Sendable () -> Void

    /// Erases a structure of type `Typed`, which has one closure and nothing else.
    @_transparent @usableFromInline
    init<Typed>(_ typed: Typed) {
        self = unsafe unsafeBitCast(typed, to: ErasedClosure.self)
    }

    /// The structure that was erased.
    ///
    /// - Precondition: `Typed` is the type that was erased: the caller knows it from the key of a registration.
    @_transparent @usableFromInline
    func typed<Typed>(as _: Typed.Type) -> Typed {
        unsafe unsafeBitCast(self, to: Typed.self)
    }
}

/// An erased closure without a reference of its own: its owner keeps it alive while it is called.
///
/// Specialised code takes the structure out of the words for a call, and puts it back afterwards, so that no reference
/// to the closure's context is counted. Counting costs a quarter of making an object, even if there is no context. Code
/// that is not specialised counts the reference, since it would need the metadata of the structure to move it.
@usableFromInline
@safe
struct BorrowedClosure {
    @usableFromInline var words: (UInt, UInt)

    @_transparent @usableFromInline
    init(_ closure: ErasedClosure) {
        words = unsafe unsafeBitCast(closure, to: (UInt, UInt).self)
    }

    /// Takes the structure that was erased; the precondition is that of ``ErasedClosure/typed(as:)``.
    ///
    /// The caller calls it in place, and puts it back in any case.
    ///
    /// - Parameter result: The type of the closure's result, by which the optimiser knows whether the code is specialised.
    @inlinable @inline(__always)
    mutating func take<Typed, Result>(returning result: Result.Type) -> Typed {
        guard _isConcrete(result) else { return unsafe unsafeBitCast(words, to: Typed.self) }
        return unsafe Self.move(from: &words)
    }

    /// Puts back the structure that was taken.
    @inlinable @inline(__always)
    mutating func putBack<Typed, Result>(_ typed: __owned Typed, returning result: Result.Type) {
        guard _isConcrete(result) else { return }
        unsafe Self.move(typed, to: &words)
    }

    // The words are not read between the two: their memory is that of the structure.

    @inlinable @inline(__always)
    static func move<Typed>(from words: UnsafeMutableRawPointer) -> Typed {
        unsafe words.assumingMemoryBound(to: Typed.self).move()
    }

    @inlinable @inline(__always)
    static func move<Typed>(_ typed: __owned Typed, to words: UnsafeMutableRawPointer) {
        unsafe words.assumingMemoryBound(to: Typed.self).initialize(to: typed)
    }
}
