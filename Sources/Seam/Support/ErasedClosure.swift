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
/// The structure is taken out of the words for a call, and put back afterwards, so that no reference to the closure's
/// context is counted. Counting costs a quarter of making an object, even if there is no context.
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
    @inlinable @inline(__always)
    mutating func take<Typed>(as type: Typed.Type) -> Typed {
        unsafe withUnsafeMutablePointer(to: &words) {
            unsafe UnsafeMutableRawPointer($0).bindMemory(to: Typed.self, capacity: 1).move()
        }
    }

    /// Puts back the structure that was taken.
    @inlinable @inline(__always)
    mutating func putBack<Typed>(_ typed: __owned Typed) {
        unsafe withUnsafeMutablePointer(to: &words) {
            unsafe UnsafeMutableRawPointer($0).bindMemory(to: Typed.self, capacity: 1).initialize(to: typed)
        }
    }
}
