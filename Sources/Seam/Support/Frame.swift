public import Synchronization

/// One entry of a thread's stack of requests: the registration that builds, its container, and its arguments.
///
/// The memory of frames belongs to the ``ThreadRecord`` of their thread and is never freed, so entering a frame
/// allocates nothing. Other threads read only the subject and the link to the next frame, which are atomic. Only the
/// thread that owns the record uses the other properties. The objects behind the addresses in a frame are alive while
/// the frame is active: see each property.
@usableFromInline
@safe
struct Frame: Equatable {
    /// The memory of one frame.
    @usableFromInline
    @unsafe
    struct Storage: ~Copyable {
        // The first property is one that only the owner touches: to the thread sanitizer, a change of any property
        // through a pointer is a change of the first byte.

        /// The address of the container that builds; the caller that entered the frame keeps it alive.
        @usableFromInline var context: UnsafeRawPointer?
        /// The address of the registry entry whose factory runs, or 0.
        ///
        /// As long as the address is here, ``Reclamation`` keeps the entry alive.
        @usableFromInline let subject = Atomic<UInt>(0)
        /// The frame below; the bottom frame has none.
        @usableFromInline let previous: UnsafeMutablePointer<Storage>?
        /// The frame above, allocated ahead of its use.
        let next = Atomic<UInt>(0)
        /// The address of the arguments, if there are any; see ``ArgumentAddress``.
        var arguments: UnsafeRawPointer?
        /// The hash of the arguments, or 0 if it is not computed yet.
        var argumentHash = 0
        /// The next lower frame whose subject falls into the same bucket of ``ThreadRecord``.
        @usableFromInline var shadowed: UnsafeMutablePointer<Storage>?
        /// The address of the dependencies that requests are noted in; the caller that entered the frame keeps them
        /// alive.
        var dependencies: UnsafeRawPointer?
        /// The address of the build that the frame was entered for, and two marks.
        ///
        /// If the lowest bit is set, the address is that of an object which makes the build on demand. Both kinds of
        /// objects are ``BoundToThread``, and the caller that entered the frame keeps them alive. The second lowest bit
        /// says whether there is a path object.
        var build: UnsafeRawPointer?
        /// The address of an object that stands for the frame on paths, if the mark of `build` says that there is one.
        ///
        /// The record keeps the object alive as long as the frame is active.
        var pathObject: UInt = 0

        init(previous: UnsafeMutablePointer<Storage>?) {
            unsafe self.previous = unsafe previous
        }
    }

    @usableFromInline let storage: UnsafeMutablePointer<Storage>

    @inlinable @inline(__always)
    init(_ storage: UnsafeMutablePointer<Storage>) {
        unsafe self.storage = unsafe storage
    }

    /// The frame whose address is `word`; `nil` for 0.
    @inline(__always)
    init?(word: UInt) {
        guard let storage = unsafe UnsafeMutablePointer<Storage>(bitPattern: word) else { return nil }
        unsafe self.init(storage)
    }

    @usableFromInline
    static func == (left: Frame, right: Frame) -> Bool { unsafe left.storage == right.storage }
}

extension Frame {
    /// Allocates frames above `below`, each linked to the one before it.
    static func allocate(_ count: Int, above below: Frame?) -> Frame {
        let block = UnsafeMutablePointer<Storage>.allocate(capacity: count)
        var last = unsafe below?.storage
        for index in 0..<count {
            let storage = unsafe block + index
            unsafe storage.initialize(to: Storage(previous: last))
            if index > 0 { unsafe last?.pointee.next.store(UInt(bitPattern: storage), ordering: .releasing) }
            unsafe last = unsafe storage
        }
        unsafe below?.storage.pointee.next.store(UInt(bitPattern: block), ordering: .releasing)
        return unsafe Frame(block)
    }

    /// The registry entry's address, for its own thread.
    ///
    /// The store is relaxed: the end of the read that follows it releases, and a writer waits for that.
    @inlinable @inline(__always)
    var subject: UInt {
        get { unsafe storage.pointee.subject.load(ordering: .relaxed) }
        nonmutating set { unsafe storage.pointee.subject.store(newValue, ordering: .relaxed) }
    }

    /// The registry entry's address, for any thread.
    var sharedSubject: UInt { unsafe storage.pointee.subject.load(ordering: .sequentiallyConsistent) }

    /// The frame below.
    @inlinable @inline(__always)
    var previous: Frame? { unsafe storage.pointee.previous.map { unsafe Frame($0) } }

    /// The frame above, in use or not.
    @inline(__always)
    var next: Frame? { unsafe Frame(word: storage.pointee.next.load(ordering: .acquiring)) }

    var shadowed: Frame? { unsafe storage.pointee.shadowed.map { unsafe Frame($0) } }

    /// The address of the container that builds.
    @inlinable @inline(__always)
    var context: UInt { unsafe UInt(bitPattern: storage.pointee.context) }

    @inline(__always)
    var dependencies: UInt { unsafe UInt(bitPattern: storage.pointee.dependencies) }

    /// The address of the build with the mark ``onDemand``, and without that of a path object.
    var build: UInt { unsafe UInt(bitPattern: storage.pointee.build) & ~Self.pathMark }

    /// Forgets the build, and keeps the path object.
    func forgetBuild() {
        unsafe storage.pointee.build = UnsafeRawPointer(
            bitPattern: UInt(bitPattern: storage.pointee.build) & Self.pathMark
        )
    }

    /// The mark of an object that makes the build on demand; ``Borrowed/word`` leaves the lowest bit free.
    static var onDemand: UInt { 1 }

    /// The mark of a frame with a path object: the second lowest bit of the build's address, which is free.
    ///
    /// A frame loses the mark when it is entered anew. This costs nothing, since the address is written then.
    private static var pathMark: UInt { 2 }

    /// The address of the object that stands for the frame on paths, or 0.
    fileprivate(set) var pathObject: UInt {
        get { unsafe UInt(bitPattern: storage.pointee.build) & Self.pathMark == 0 ? 0 : storage.pointee.pathObject }
        nonmutating set {
            unsafe storage.pointee.pathObject = newValue
            unsafe storage.pointee.build = UnsafeRawPointer(bitPattern: build | Self.pathMark)
        }
    }

    /// The address of the request's arguments.
    @usableFromInline var arguments: ArgumentAddress? {
        get { unsafe storage.pointee.arguments.map { unsafe ArgumentAddress(raw: $0) } }
        nonmutating set { unsafe storage.pointee.arguments = newValue?.pointer }
    }

    /// The hash of the request's arguments, or 0 if it is not computed yet.
    @usableFromInline var argumentHash: Int {
        get { unsafe storage.pointee.argumentHash }
        nonmutating set { unsafe storage.pointee.argumentHash = newValue }
    }

    /// Gives the arguments to a frame that was entered before they had an address.
    @inlinable @inline(__always)
    func setArguments(at arguments: ArgumentAddress) {
        self.arguments = arguments
        argumentHash = 0
    }
}

extension ThreadRecord {
    /// Lets an object stand for a frame on paths, and keeps it alive until no frame of the thread is active.
    func keep(_ object: AnyObject, onPathsFor frame: Frame) {
        unsafe storage.pointee.pathObjects.append(object)
        frame.pathObject = Borrowed(object).word
        isUnsettled = true
    }

    /// Takes the objects of frames, for the caller to release.
    ///
    /// - Precondition: No frame is active that was entered for a request.
    func takePathObjects() -> [AnyObject] {
        guard unsafe !storage.pointee.pathObjects.isEmpty else { return [] }
        return unsafe exchange(&storage.pointee.pathObjects, with: [])
    }
}
