public import Synchronization

/// What one thread keeps for the library: its announcement to reclaiming threads, its stack of activations, and what the
/// outermost of them shares with the others.
///
/// A record is used through a pointer, because a class would pay for reference counting and exclusivity checks on
/// the read path. Its memory is never freed: a thread that ends leaves its record to a later one, so that
/// ``Reclamation`` may walk the list of records without a lock.
///
/// Invariants:
/// - Only the owning thread writes a record, except for `isClaimed` and `hasDeferred`.
/// - `announced` is non-zero exactly while the owner reads shared pointers that it has not secured yet.
/// - `top` is the frame entered last; frames above it have a `subject` of 0.
@usableFromInline
struct ThreadRecord: ~Copyable {
    @usableFromInline typealias Pointer = UnsafeMutablePointer<ThreadRecord>

    @inlinable static var bucketBits: Int { 8 }
    static var bucketCount: Int { 1 << bucketBits }

    // The first property is one that only the owner touches, as in ``ActivationFrame``.

    /// How many reads were announced so far.
    @usableFromInline var announcements: UInt = 0
    /// The frame entered last.
    @usableFromInline var top: ActivationFrame.Pointer
    /// How many activations with a subject are under way, and what else counts as part of a request.
    @usableFromInline var depth = 0
    /// The number of the read under way, or 0.
    @usableFromInline let announced = Atomic<UInt>(0)
    /// Whether objects that a frame of this thread held back wait for release.
    @usableFromInline let hasDeferred = Atomic<Bool>(false)
    /// What the outermost activation shares with the inner ones: an object of the resolution layer.
    var sessionObject: AnyObject?
    /// Whether the end of the outermost activation has anything to do.
    @usableFromInline var isUnsettled = false
    /// The values that the outermost activation shares with the inner ones, and how many there are.
    @usableFromInline var shelf: ValueShelf?
    @usableFromInline var shelvedCount = 0
    /// The active frames by the hash of their subject, innermost first: the cycle check in constant time.
    @usableFromInline let buckets: UnsafeMutablePointer<ActivationFrame.Pointer?>

    let bottom: ActivationFrame.Pointer
    let isClaimed = Atomic<Bool>(true)
    /// The record that was registered before this one.
    let successor: Pointer?

    init(successor: Pointer?) {
        self.successor = successor
        buckets = .allocate(capacity: Self.bucketCount)
        buckets.initialize(repeating: nil, count: Self.bucketCount)
        bottom = .allocate(capacity: 1)
        bottom.initialize(to: ActivationFrame(previous: nil))
        top = bottom
    }
}

extension ThreadRecord {
    /// The bucket of `subject`.
    @inlinable @inline(__always)
    static func bucket(of subject: UInt) -> Int {
        Int(truncatingIfNeeded: FibonacciHash.product(subject) >> (64 - bucketBits))
    }
}

// What follows changes one property at a time through the pointer: a mutating method of the record would claim all of
// it, also what other threads read.

// MARK: - Reading shared pointers

extension UnsafeMutablePointer<ThreadRecord> {
    /// Announces that this thread is about to read shared pointers; pairs with ``endReading()``.
    ///
    /// The store, the reader's loads, the writer's exchange and the writer's look at `announced` are all sequentially
    /// consistent: either the reader sees the new pointer, or the writer sees the announcement and waits.
    @inlinable @inline(__always)
    func beginReading() {
        pointee.announcements &+= 1
        pointee.announced.store(pointee.announcements, ordering: .sequentiallyConsistent)
    }

    /// Ends a read: what was read and not retained or secured by a frame must not be touched any more.
    @inlinable @inline(__always)
    func endReading() {
        pointee.announced.store(0, ordering: .releasing)
    }
}

// MARK: - Activations

extension UnsafeMutablePointer<ThreadRecord> {
    /// The innermost active frame with the given subject.
    ///
    /// - Complexity: O(1) on average, whatever the depth.
    @inlinable @inline(__always)
    func frame(of subject: UInt) -> ActivationFrame.Pointer? {
        var candidate = pointee.buckets[ThreadRecord.bucket(of: subject)]
        while let frame = candidate {
            if frame.pointee.subject.load(ordering: .relaxed) == subject { return frame }
            candidate = frame.pointee.shadowed
        }
        return nil
    }

    /// Enters a frame for `subject`, which stays alive until ``leave()`` if it was alive in the present read.
    @inlinable @inline(__always)
    func enter(
        subject: UInt,
        context: UnsafeRawPointer,
        arguments: UnsafeRawPointer?,
        attachment: UnsafeRawPointer?
    ) {
        let frame = nextFrame()
        frame.pointee.subject.store(subject, ordering: .relaxed)
        frame.pointee.context = context
        frame.pointee.arguments = arguments
        frame.pointee.attachment = attachment
        let bucket = ThreadRecord.bucket(of: subject)
        frame.pointee.shadowed = pointee.buckets[bucket]
        pointee.buckets[bucket] = frame
        pointee.top = frame
        pointee.depth &+= 1
    }

    /// Leaves the frame entered last.
    @inlinable @inline(__always)
    func leave() {
        let frame = pointee.top
        let subject = frame.pointee.subject.load(ordering: .relaxed)
        pointee.buckets[ThreadRecord.bucket(of: subject)] = frame.pointee.shadowed
        frame.pointee.subject.store(0, ordering: .sequentiallyConsistent)
        pointee.top = frame.pointee.previous.unsafelyUnwrapped
        // Before the depth says that the outermost activation is over: what is released may begin others.
        if pointee.hasDeferred.load(ordering: .sequentiallyConsistent) { Reclamation.releaseDeferred() }
        pointee.depth &-= 1
    }

    /// Enters a frame that only changes the context, or hides it: it has no subject and counts for no depth.
    func enter(
        context: UnsafeRawPointer?,
        attachment: UnsafeRawPointer? = nil
    ) {
        let attachment = attachment ?? pointee.top.pointee.attachment
        let frame = nextFrame()
        frame.pointee.context = context
        frame.pointee.arguments = nil
        frame.pointee.attachment = attachment
        pointee.top = frame
    }

    /// Leaves the context entered last.
    func leaveContext() {
        pointee.top = pointee.top.pointee.previous.unsafelyUnwrapped
    }

    @inlinable @inline(__always)
    func nextFrame() -> ActivationFrame.Pointer {
        ActivationFrame.Pointer(bitPattern: pointee.top.pointee.next.load(ordering: .relaxed)) ?? appendFrames()
    }

    /// Allocates a block of frames above `top` and returns the first.
    @usableFromInline
    func appendFrames() -> ActivationFrame.Pointer {
        let count = 32
        let block = ActivationFrame.Pointer.allocate(capacity: count)
        var below = pointee.top
        for index in 0..<count {
            (block + index).initialize(to: ActivationFrame(previous: below))
            if index > 0 { below.pointee.next.store(UInt(bitPattern: block + index), ordering: .releasing) }
            below = block + index
        }
        pointee.top.pointee.next.store(UInt(bitPattern: block), ordering: .releasing)
        return block
    }

    /// Whether any frame of this record holds `subject`.
    ///
    /// Any thread may ask.
    func secures(_ subject: UInt) -> Bool {
        var frame = ActivationFrame.Pointer?(pointee.bottom)
        while let current = frame {
            if current.pointee.subject.load(ordering: .sequentiallyConsistent) == subject { return true }
            frame = ActivationFrame.Pointer(bitPattern: current.pointee.next.load(ordering: .acquiring))
        }
        return false
    }
}
