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
/// A reader announces itself, follows shared pointers, secures what it needs (it copies an instance, takes a reference,
/// or puts the object's address into a frame) and ends its read; that takes nanoseconds and runs no user code. Whoever
/// unlinks an object waits for the reads that were under way, and then knows all its users: the frames that hold it. An
/// object in no frame is released at once, on the thread that unlinked it; one in a frame is released by the thread
/// that leaves the last such frame. The frames are hazard pointers (M. Michael, 2004); the wait is the grace period of
/// read-copy-update (P. McKenney, 1998).
@usableFromInline
enum Reclamation {
    /// An object that frames held when it was unlinked, and the records of those frames.
    ///
    /// No frame can be added: the object is unlinked, and the readers that found it before have been waited for.
    private struct Deferred {
        let object: any AnyObject & Sendable
        var holders: [ThreadRecord]

        var address: UInt { Borrowed(object as AnyObject).word }
    }

    private static let deferred = Lock<[Deferred]>([])

    /// Waits until every read that was under way when this was called has ended.
    ///
    /// Never called while the calling thread reads. A read is a few probes and a copy, so this spins first; then it
    /// sleeps, longer each time, so that a reader of lower priority gets to run.
    static func waitForReaders() {
        for record in ThreadLocal.living {
            let read = record.announced
            guard read != 0 else { continue }
            var attempts = 0
            while record.announced == read {
                attempts += 1
                if attempts > 100 { pause(microseconds: min(attempts - 100, 1_000)) }
            }
        }
    }

    private static func pause(microseconds: Int) {
        var duration = timespec(tv_sec: 0, tv_nsec: microseconds * 1_000)
        unsafe nanosleep(&duration, nil)
    }

    /// Takes over the last references to objects that readers may have found before they were unlinked.
    ///
    /// The caller lets go of its references when this returns, on its own thread and under no lock; an object that a
    /// frame still holds is released by the thread that leaves the last such frame.
    static func reclaim(_ objects: [any AnyObject & Sendable]) {
        guard !objects.isEmpty else { return }
        waitForReaders()
        let records = ThreadLocal.living
        deferred.withLock { deferred in
            for object in objects {
                var candidate = Deferred(object: object, holders: [])
                candidate.holders = holders(of: candidate.address, among: records)
                if !candidate.holders.isEmpty { deferred.append(candidate) }
            }
        }
    }

    /// Releases what the calling thread held back last; called when it has left a frame.
    @usableFromInline
    static func releaseDeferred() {
        let record = ThreadLocal.record
        let released = deferred.withLock { deferred in
            record.hasDeferred = false
            for index in deferred.indices where deferred[index].holders.contains(record) {
                if record.secures(deferred[index].address) {
                    record.hasDeferred = true
                } else {
                    deferred[index].holders.removeAll { $0 == record }
                }
            }
            let released = deferred.filter(\.holders.isEmpty)
            deferred.removeAll(where: \.holders.isEmpty)
            return released
        }
        withExtendedLifetime(released) {}
    }

    /// The records of the threads with a frame that holds an address; each of them is told to look for deferred objects
    /// when it leaves a frame.
    ///
    /// The mark is set before the second look, and a thread clears its frame before it looks for the mark, all
    /// sequentially consistent: a frame that is left in between is seen empty here, or its thread sees the mark.
    private static func holders(of address: UInt, among records: [ThreadRecord]) -> [ThreadRecord] {
        records.filter { record in
            guard record.secures(address) else { return false }
            record.hasDeferred = true
            return record.secures(address)
        }
    }
}
