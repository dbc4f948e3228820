/// Fibonacci hashing: a multiplication by 2⁶⁴ over the golden ratio, which spreads similar words.
///
/// D. Knuth, *The Art of Computer Programming* 3, section 6.4.
@usableFromInline
enum FibonacciHash {
    /// The hash of an address; its upper bits depend on all bits of the word.
    ///
    /// Addresses often lie at equal distances: those of the metadata of small classes, for example. At some distances
    /// the product alone puts most of them into a few places, so the word is folded before.
    @inlinable @inline(__always)
    static func hash(_ word: UInt) -> UInt64 { product(word ^ word >> 7) }

    /// The product, whose upper bits depend on all bits of the word.
    @inlinable @inline(__always)
    static func product(_ word: UInt) -> UInt64 {
        UInt64(truncatingIfNeeded: word) &* 0x9E37_79B9_7F4A_7C15
    }
}
