internal import Synchronization

#if canImport(Darwin)
internal import Darwin
#elseif canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Android)
internal import Android
#endif

/// Decides when an object that lock-free readers may still be using can be released.
///
/// A reader announces itself, follows shared pointers, secures what it needs (it copies an instance, or puts the
/// object's address into a frame) and ends its read; that takes nanoseconds and runs no user code. Whoever unlinks an
/// object waits for the reads that were under way, and then knows all its users: the frames that hold it. An object
/// in no frame is released at once, on the thread that unlinked it; one in a frame is released by the thread that
/// leaves the last such frame. The frames are hazard pointers (M. Michael, 2004); the wait is the grace period of
/// read-copy-update (P. McKenney, 1998).
@usableFromInline
enum Reclamation {
    private static let deferred = Mutex<[any AnyObject & Sendable]>([])

    /// Waits until every read that was under way when this was called has ended.
    ///
    /// Never called while the calling thread reads. Spins, because reads are a few dozen instructions long.
    static func waitForReaders() {
        var candidate = ThreadLocal.newest
        while let record = candidate {
            let read = record.pointee.announced.load(ordering: .sequentiallyConsistent)
            if read != 0 {
                while record.pointee.announced.load(ordering: .sequentiallyConsistent) == read { sched_yield() }
            }
            candidate = record.pointee.successor
        }
    }

    /// Takes over the last references to objects that readers may have found before they were unlinked.
    ///
    /// The caller lets go of its references when this returns, on its own thread and under no lock; only what a frame
    /// still holds lives on.
    static func retire(_ objects: [any AnyObject & Sendable]) {
        guard !objects.isEmpty else { return }
        waitForReaders()
        let secured = objects.filter(isSecured)
        guard !secured.isEmpty else { return }
        deferred.withLock { $0.append(contentsOf: secured) }
        // A frame may have been left in between, by a thread that found nothing to release yet.
        releaseDeferred()
    }

    /// Releases the deferred objects that no frame holds any more.
    @usableFromInline
    static func releaseDeferred() {
        ThreadLocal.record.pointee.hasDeferred.store(false, ordering: .relaxed)
        let released = deferred.withLock { deferred in
            var released: [any AnyObject & Sendable] = []
            deferred.removeAll { object in
                guard !isSecured(object) else { return false }
                released.append(object)
                return true
            }
            return released
        }
        withExtendedLifetime(released) {}
    }

    /// Whether a frame holds `object`; the threads that do are told to look again when they leave a frame.
    ///
    /// The mark is set before the second look, so a frame left in between is either seen empty here, or its thread
    /// sees the mark.
    private static func isSecured(_ object: AnyObject) -> Bool {
        let address = UInt(bitPattern: Unmanaged.passUnretained(object).toOpaque())
        var isSecured = false
        var candidate = ThreadLocal.newest
        while let record = candidate {
            if record.pointee.secures(address) {
                record.pointee.hasDeferred.store(true, ordering: .sequentiallyConsistent)
                sched_yield()
                isSecured = record.pointee.secures(address) || isSecured
            }
            candidate = record.pointee.successor
        }
        return isSecured
    }
}
