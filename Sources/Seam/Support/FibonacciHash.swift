/// Fibonacci hashing: words that are alike come to lie far apart when multiplied by 2⁶⁴ over the golden ratio.
///
/// D. Knuth, *The Art of Computer Programming* 3, section 6.4.
@usableFromInline
enum FibonacciHash {
    /// The product, whose upper bits depend on all bits of the word.
    @inlinable @inline(__always)
    static func product(_ word: UInt) -> UInt64 {
        UInt64(truncatingIfNeeded: word) &* 0x9E37_79B9_7F4A_7C15
    }
}
