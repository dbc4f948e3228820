/// A strong reference from one object of a chain to the next.
///
/// A chain of any length is released in a loop. By recursion, each of its objects would take some of the stack.
@safe
struct ChainLink<Object: AnyObject & Sendable>: ~Copyable, @unchecked Sendable {
    // Unchecked because of the reference: it is counted once, never changes, and is released with this value.
    private let reference: Unmanaged<Object>?

    init(to object: Object?) { unsafe reference = unsafe object.map { unsafe .passRetained($0) } }

    deinit {
        var object: AnyObject? = unsafe reference?.takeRetainedValue()
        // Most objects have other holders too: their release goes no further.
        if isKnownUniquelyReferenced(&object) { ThreadLocal.record.releaseInTurn(&object) }
    }

    /// The next object.
    var object: Object? { unsafe reference?.takeUnretainedValue() }

    /// The next object, for a caller that holds the one with this link.
    var borrowed: Borrowed<Object>? { unsafe reference.map { unsafe Borrowed(at: $0.toOpaque()) } }
}

extension ThreadRecord {
    /// Releases an object; inside another such release, the object waits until that is over.
    ///
    /// - Parameter object: The last reference to the object, which is taken.
    fileprivate func releaseInTurn(_ object: inout AnyObject?) {
        if let last = exchange(&object, with: nil) { unsafe storage.pointee.releases.append(last) }
        if unsafe !storage.pointee.isReleasing { releaseWaiting() }
    }

    /// Releases the waiting objects, and those that are added meanwhile.
    func releaseWaiting() {
        unsafe storage.pointee.isReleasing = true
        while let next = unsafe storage.pointee.releases.popLast() { withExtendedLifetime(next) {} }
        unsafe storage.pointee.isReleasing = false
    }
}
