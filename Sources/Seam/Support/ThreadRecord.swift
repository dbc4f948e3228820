public import Synchronization

/// The library's record of one thread: its announced read, its stack of frames, and the objects that an outermost
/// request shares with the inner ones.
///
/// A record is a pointer and not an object, because a class would pay for reference counting and exclusivity checks on
/// the read path. The memory of a record is never freed: when its thread has ended, a later thread claims it.
///
/// This file has the announced read and the frames. Other members are in the files that they serve, such as
/// `StackLimit`, `ValueStore` and `OutermostRequest`.
///
/// Invariants:
/// - Only the owning thread reads and writes a record, with these exceptions. Any thread reads `announced` and writes
///   `hasDeferred`, which are atomic. Any thread goes from `bottom`, which is a constant, along the links `next` of the
///   frames, and reads their subjects; links and subjects are atomic. The lock of ``ThreadLocal`` guards `index`, and a
///   record passes from an ended thread to a later one under that lock.
/// - `announced` is non-zero exactly while the owner reads shared pointers that it has not secured yet.
/// - `top` is the frame entered last; frames above it have a subject of 0.
@usableFromInline
@safe
struct ThreadRecord: Hashable, @unchecked Sendable {
    // Unchecked because of the pointer: by the invariants above, other threads touch only the atomic properties, the
    // frames' atomic subjects and links, and what the lock of `ThreadLocal` guards. The memory is never freed.

    @usableFromInline
    @unsafe
    struct Storage: ~Copyable {
        // The first property is one that only the owner touches, as in ``Frame``.

        /// The number of the last read, or 1: odd, so that it is never 0, even after an overflow.
        var lastRead: UInt = 1
        /// The frame entered last.
        @usableFromInline var top: Frame
        /// The number of requests and frames that keep the outermost request from ending; 0 outside of all.
        @usableFromInline var nesting = 0
        /// The lowest address of the stack that a request may reach; the highest address until it is measured.
        var stackLimit = UInt.max
        /// The lowest address of the stack that a shortcut may reach; the highest address while none may be taken.
        var shortcutLimit = UInt.max
        /// The number of the read under way, or 0.
        @usableFromInline let announced = Atomic<UInt>(0)
        /// Whether ``Reclamation`` defers the release of objects for a frame of this thread.
        @usableFromInline let hasDeferred = Atomic<Bool>(false)
        /// The `Resolution` that the outermost request shares with the inner ones, if it has made one.
        var resolutionObject: AnyObject?
        /// The `Redirection` of the innermost build that has one.
        var redirection: AnyObject?
        /// The supervisor of the thread's failures, if it has one.
        var supervisor: (any ThreadSupervisor)?
        /// Whether the end of the outermost request has anything to do.
        @usableFromInline var isUnsettled = false
        /// The active frames by the hash of their subject, innermost first: the cycle check in constant time.
        @usableFromInline let buckets: UnsafeMutablePointer<UnsafeMutablePointer<Frame.Storage>?>
        /// The values that the outermost request shares with the inner ones, and their places in use.
        @usableFromInline var store: ValueStore?
        var storedCount = 0
        /// The objects that stand for frames on paths.
        var pathObjects: [AnyObject] = []
        /// The objects of chains that wait for their release, and whether one is being released.
        var releases: [AnyObject] = []
        var isReleasing = false

        let bottom: Frame
        /// The place in ``ThreadLocal``'s list of living threads; guarded by its lock.
        var index = 0

        init() {
            unsafe buckets = .allocate(capacity: ThreadRecord.bucketCount)
            unsafe buckets.initialize(repeating: nil, count: ThreadRecord.bucketCount)
            unsafe bottom = Frame.allocate(1, above: nil)
            unsafe top = unsafe bottom
        }
    }

    @usableFromInline let storage: UnsafeMutablePointer<Storage>

    @inline(__always)
    init(_ storage: UnsafeMutablePointer<Storage>) { unsafe self.storage = unsafe storage }

    /// Makes a record on cache lines of its own, so that no thread's announcements slow down another's.
    static func allocate() -> ThreadRecord {
        let storage =
            unsafe UnsafeMutableRawPointer
            .allocate(byteCount: max(128, MemoryLayout<Storage>.stride), alignment: 128)
            .bindMemory(to: Storage.self, capacity: 1)
        unsafe storage.initialize(to: Storage())
        return unsafe ThreadRecord(storage)
    }

    @inlinable static var bucketBits: Int { 8 }
    static var bucketCount: Int { 1 << bucketBits }

    /// The bucket of a subject.
    @inlinable @inline(__always)
    static func bucket(of subject: UInt) -> Int {
        Int(truncatingIfNeeded: FibonacciHash.hash(subject) >> (64 - bucketBits))
    }

    @usableFromInline
    static func == (left: Self, right: Self) -> Bool { unsafe left.storage == right.storage }
}

// Each property is changed by itself through the pointer: a mutating method of the storage would claim exclusive access
// to all of it, and other threads read some properties.

extension ThreadRecord {
    @inlinable @inline(__always)
    var top: Frame {
        get { unsafe storage.pointee.top }
        nonmutating set { unsafe storage.pointee.top = newValue }
    }

    @inlinable @inline(__always)
    var nesting: Int {
        get { unsafe storage.pointee.nesting }
        nonmutating set { unsafe storage.pointee.nesting = newValue }
    }

    @inlinable @inline(__always)
    var isUnsettled: Bool {
        get { unsafe storage.pointee.isUnsettled }
        nonmutating set { unsafe storage.pointee.isUnsettled = newValue }
    }

    @inline(__always)
    var stackLimit: UInt {
        get { unsafe storage.pointee.stackLimit }
        nonmutating set { unsafe storage.pointee.stackLimit = newValue }
    }

    @inline(__always)
    var shortcutLimit: UInt {
        get { unsafe storage.pointee.shortcutLimit }
        nonmutating set { unsafe storage.pointee.shortcutLimit = newValue }
    }

    /// The `Redirection` of the innermost build that has one; while there is one, no request takes a shortcut.
    var redirection: AnyObject? {
        get { unsafe storage.pointee.redirection }
        nonmutating set {
            unsafe storage.pointee.redirection = newValue
            shortcutLimit = newValue == nil ? stackLimit : .max
        }
    }

    var resolutionObject: AnyObject? {
        get { unsafe storage.pointee.resolutionObject }
        nonmutating set { unsafe storage.pointee.resolutionObject = newValue }
    }

    var supervisor: (any ThreadSupervisor)? {
        get { unsafe storage.pointee.supervisor }
        nonmutating set { unsafe storage.pointee.supervisor = newValue }
    }

    var bottom: Frame { unsafe storage.pointee.bottom }

    @usableFromInline func hash(into hasher: inout Hasher) { unsafe hasher.combine(storage) }

    /// The number of the read under way, or 0; may be read from any thread.
    var announced: UInt { unsafe storage.pointee.announced.load(ordering: .sequentiallyConsistent) }

    @inlinable @inline(__always)
    var hasDeferred: Bool {
        get { unsafe storage.pointee.hasDeferred.load(ordering: .sequentiallyConsistent) }
        nonmutating set { unsafe storage.pointee.hasDeferred.store(newValue, ordering: .sequentiallyConsistent) }
    }
}

// MARK: - Reading shared pointers

extension ThreadRecord {
    /// Announces that this thread is about to read shared pointers; pairs with ``endReading()``.
    ///
    /// The store, the reader's loads, the writer's exchange and the writer's look at `announced` are all sequentially
    /// consistent: either the reader sees the new pointer, or the writer sees the announcement and waits.
    @inline(__always)
    func beginReading() {
        unsafe storage.pointee.lastRead &+= 2
        unsafe storage.pointee.announced.store(storage.pointee.lastRead, ordering: .sequentiallyConsistent)
    }

    /// Ends a read: the objects that were found must not be used any more, unless they were secured.
    @inlinable @inline(__always)
    func endReading() {
        unsafe storage.pointee.announced.store(0, ordering: .releasing)
    }
}

// MARK: - Frames

extension ThreadRecord {
    /// The innermost active frame with the given subject.
    ///
    /// - Complexity: O(1) on average, at any depth.
    @inline(__always)
    func frame(of subject: UInt) -> Frame? {
        var candidate = unsafe storage.pointee.buckets[Self.bucket(of: subject)]
        while let frame = unsafe candidate {
            if unsafe frame.pointee.subject.load(ordering: .relaxed) == subject { return unsafe Frame(frame) }
            unsafe candidate = unsafe frame.pointee.shadowed
        }
        return nil
    }

    /// Enters a frame for `subject`, which stays alive until ``leave()`` if it was alive in the present read.
    ///
    /// - Parameters:
    ///   - subject: The address of the registry entry.
    ///   - context: The address of the container.
    ///   - arguments: The address of the arguments, if there are any.
    ///   - dependencies: The address of the dependencies that requests are noted in, or 0.
    ///   - build: The address of the build, or 0.
    @inline(__always)
    func enter(
        subject: UInt,
        context: UInt,
        arguments: ArgumentAddress? = nil,
        dependencies: UInt,
        build: UInt = 0
    ) {
        let frame = nextFrame()
        frame.subject = subject
        frame.fill(context: context, arguments: arguments, dependencies: dependencies, build: build)
        let bucket = unsafe storage.pointee.buckets + Self.bucket(of: subject)
        unsafe frame.storage.pointee.shadowed = unsafe bucket.pointee
        unsafe bucket.pointee = unsafe frame.storage
        top = frame
        nesting &+= 1
    }

    /// Leaves the frame entered last.
    @inlinable @inline(__always)
    func leave() {
        let frame = top
        let subject = frame.subject
        let bucket = Self.bucket(of: subject)
        unsafe storage.pointee.buckets[bucket] = unsafe frame.storage.pointee.shadowed
        unsafe frame.storage.pointee.subject.store(0, ordering: .sequentiallyConsistent)
        top = unsafe frame.previous.unsafelyUnwrapped
        // Released before the nesting is 0, which ends the outermost request: a `deinit` may begin requests of its own.
        if hasDeferred { Reclamation.releaseDeferred(subject) }
        nesting &-= 1
    }

    /// Enters a frame without a subject, which changes the context or hides it.
    ///
    /// Such a frame is not counted in `nesting`.
    func enterContext(_ context: UInt, dependencies: UInt? = nil, build: UInt = 0) {
        let dependencies = dependencies ?? top.dependencies
        let frame = nextFrame()
        frame.fill(context: context, arguments: nil, dependencies: dependencies, build: build)
        top = frame
    }

    /// Leaves the frame that ``enterContext(_:dependencies:build:)`` entered last.
    func leaveContext() {
        top = unsafe top.previous.unsafelyUnwrapped
    }

    @inline(__always)
    func nextFrame() -> Frame { top.next ?? appendFrames() }

    /// Allocates frames above `top` and returns the first: few for a start, since a writer looks at all frames of every
    /// thread.
    @inline(never)
    func appendFrames() -> Frame { Frame.allocate(top == bottom ? 4 : 32, above: top) }

    /// Whether a frame of this record has a subject; may be called from any thread.
    var hasSubject: Bool {
        var frame = Frame?(bottom)
        while let current = frame, current.sharedSubject == 0 { frame = current.next }
        return frame != nil
    }

    /// The `wanted` subjects that frames of this record have; may be called from any thread.
    func subjects(in wanted: Set<UInt>) -> Set<UInt> {
        var found: Set<UInt> = []
        var frame = Frame?(bottom)
        while let current = frame {
            let subject = current.sharedSubject
            if subject != 0, wanted.contains(subject) { found.insert(subject) }
            frame = current.next
        }
        return found
    }
}

extension Frame {
    @inline(__always)
    func fill(context: UInt, arguments: ArgumentAddress?, dependencies: UInt, build: UInt) {
        unsafe storage.pointee.context = UnsafeRawPointer(bitPattern: context)
        unsafe storage.pointee.arguments = arguments?.pointer
        if arguments != nil { unsafe storage.pointee.argumentHash = 0 }
        unsafe storage.pointee.dependencies = UnsafeRawPointer(bitPattern: dependencies)
        unsafe storage.pointee.build = UnsafeRawPointer(bitPattern: build)
    }
}
