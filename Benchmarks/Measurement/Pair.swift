/// The two sides of a comparison.
///
/// Each is a batch: it repeats one call of a function that is never inlined, a given number of times.
struct Pair {
    let floor: (Int) -> Void
    let seam: (Int) -> Void
    /// The number of operations of one repetition.
    let operations: Int

    init(operations: Int = 1, floor: @escaping (Int) -> Void, seam: @escaping (Int) -> Void) {
        self.operations = operations
        self.floor = floor
        self.seam = seam
    }
}
