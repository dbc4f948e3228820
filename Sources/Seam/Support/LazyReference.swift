internal import Synchronization

/// An object that is made on first use and released with its owner.
///
/// Used instead of `AtomicLazyReference`: in Swift 6.3, a read of that costs more than making the object. This type is
/// needed until that changes.
struct LazyReference<Object: AnyObject & Sendable>: ~Copyable, @unchecked Sendable {
    // Unchecked because of the address: it is 0 until the object is made, and never changes again. The reference is
    // counted once, and released with this value, which has no users by then.
    private let address = Atomic<UInt>(0)

    deinit {
        if let object = Borrowed<Object>(address.load(ordering: .acquiring)) { unsafe object.reference.release() }
    }

    var objectIfMade: Object? { Borrowed<Object>(address.load(ordering: .acquiring))?.object }

    /// The object; if there is none yet, a new one.
    ///
    /// Several threads may each make an object at the same time; all of them get the one that is stored first.
    func object(or make: @autoclosure () -> Object) -> Object {
        if let made = objectIfMade { return made }
        let fresh = make()
        let word = unsafe UInt(bitPattern: Unmanaged.passRetained(fresh).toOpaque())
        let result = address.compareExchange(expected: 0, desired: word, ordering: .acquiringAndReleasing)
        guard let winner = Borrowed<Object>(result.original) else { return fresh }
        unsafe Borrowed(fresh).reference.release()
        return winner.object
    }
}
