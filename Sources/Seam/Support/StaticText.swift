/// A static string in one word, the address of its text.
///
/// The text is part of the program: it is never freed. A zero byte ends it, as `StaticString` documents.
@usableFromInline
struct StaticText: Sendable {
    @usableFromInline let address: UInt

    /// - Precondition: The string is not a single Unicode scalar without an address, which only a direct call of
    ///   `StaticString(unicodeScalarLiteral:)` makes.
    @inlinable @inline(__always)
    init(_ string: StaticString) { address = unsafe UInt(bitPattern: string.utf8Start) }

    /// The text as a `StaticString`, the only form in which the standard library takes the name of a file.
    var string: StaticString {
        let count = UInt(description.utf8.count)
        // The structure is frozen: the address and the length of the text, and its flags. A text without a flag has an
        // address, and need not be ASCII.
        return unsafe unsafeBitCast((address, count, UInt8(0)), to: StaticString.self)
    }

    private var pointer: UnsafePointer<CChar> { unsafe UnsafePointer(bitPattern: address).unsafelyUnwrapped }
}

extension StaticText: Equatable {
    /// Whether two texts are equal, even at different addresses.
    @inline(__always)
    @usableFromInline
    static func == (left: Self, right: Self) -> Bool { left.address == right.address || left.isEqual(to: right) }

    /// The comparison of texts at different addresses; not inlined, since it is seldom needed.
    ///
    /// It allocates nothing, since a look-up compares during a read. It ends inside both texts, each of which has a
    /// zero byte at its end.
    @inline(never)
    private func isEqual(to other: Self) -> Bool {
        var (own, other) = unsafe (pointer, other.pointer)
        while unsafe own.pointee == other.pointee {
            guard unsafe own.pointee != 0 else { return true }
            unsafe own += 1
            unsafe other += 1
        }
        return false
    }
}

extension StaticText: CustomStringConvertible {
    @usableFromInline var description: String { unsafe String(cString: pointer) }
}
