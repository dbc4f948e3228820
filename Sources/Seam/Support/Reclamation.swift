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
        var holders: [UInt]

        var address: UInt { UInt(bitPattern: Unmanaged.passUnretained(object).toOpaque()) }
    }

    private static let deferred = Lock<[Deferred]>([])

    /// Waits until every read that was under way when this was called has ended.
    ///
    /// Never called while the calling thread reads. Spins, because a read is a few probes and a copy.
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
    /// The caller lets go of its references when this returns, on its own thread and under no lock; an object that a
    /// frame still holds is released by the thread that leaves the last such frame.
    static func retire(_ objects: [any AnyObject & Sendable]) {
        guard !objects.isEmpty else { return }
        waitForReaders()
        deferred.withLock { deferred in
            for object in objects {
                let candidate = Deferred(object: object, holders: [])
                let holders = holders(of: candidate.address)
                if !holders.isEmpty { deferred.append(Deferred(object: object, holders: holders)) }
            }
        }
    }

    /// Releases what the calling thread held back last; called when it has left a frame.
    @usableFromInline
    static func releaseDeferred() {
        let record = ThreadLocal.record
        let holder = UInt(bitPattern: record)
        let released = deferred.withLock { deferred in
            record.pointee.hasDeferred.store(false, ordering: .sequentiallyConsistent)
            for index in deferred.indices where deferred[index].holders.contains(holder) {
                if record.secures(deferred[index].address) {
                    record.pointee.hasDeferred.store(true, ordering: .sequentiallyConsistent)
                } else {
                    deferred[index].holders.removeAll { $0 == holder }
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
    private static func holders(of address: UInt) -> [UInt] {
        var holders: [UInt] = []
        var candidate = ThreadLocal.newest
        while let record = candidate {
            if record.secures(address) {
                record.pointee.hasDeferred.store(true, ordering: .sequentiallyConsistent)
                if record.secures(address) { holders.append(UInt(bitPattern: record)) }
            }
            candidate = record.pointee.successor
        }
        return holders
    }
}
