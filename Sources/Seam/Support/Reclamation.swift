/// Delays the release of an object that was unlinked until no lock-free reader uses it.
///
/// A reader announces a read, follows shared pointers, secures an object and ends the read. To secure an object means
/// to retain or copy it, or to put its address into a frame. A read takes nanoseconds and runs no user code. A writer
/// that has unlinked an object waits for the reads under way; from then on, the frames that hold the object are its
/// only users. An object in no frame is released at once, by the writer. An object in a frame is released by the thread
/// that leaves the last such frame.
///
/// The wait is the grace period of read-copy-update (P. McKenney, 1998), and the frames are hazard pointers (M.
/// Michael, 2004).
@usableFromInline
enum Reclamation {
    /// An object that frames held when it was unlinked, and the threads of those frames.
    ///
    /// No frame can be added: the object is unlinked, and the reads that may have found it have ended.
    private struct Deferred {
        let object: any AnyObject & Sendable
        let address: UInt
        var holders: [ThreadRecord]
    }

    private static let deferred = Lock<[Deferred]>([])

    /// Waits until every read has ended that was under way at the call.
    ///
    /// The calling thread must not be reading. A read is a few probes and a copy, so this spins first. Then it sleeps,
    /// longer each time, so that a reader of lower priority can run.
    static func waitForReaders() {
        assert(ThreadLocal.record.announced == 0, "A thread that reads would wait for itself.")
        for record in ThreadLocal.living(where: { $0.announced != 0 }) {
            let read = record.announced
            guard read != 0 else { continue }
            var attempts = 0
            while record.announced == read {
                attempts += 1
                if attempts > 100 { pauseThread(microseconds: min(attempts - 100, 1_000)) }
            }
        }
    }

    /// Makes it safe to release objects that were unlinked: afterwards only frames use them, and those are retained.
    ///
    /// The caller releases its references when this returns, on its own thread and under no lock.
    ///
    /// - Complexity: O(*n*) in the number of objects and of frames, besides the objects that frames hold.
    static func reclaim<Object: AnyObject & Sendable>(_ objects: [Object]) {
        guard !objects.isEmpty else { return }
        waitForReaders()
        // A thread that comes later cannot find the objects.
        let records = ThreadLocal.living { !$0.subjects.isEmpty }
        guard !records.isEmpty else { return }
        let subjects = Set(records.flatMap(\.subjects))
        let held = objects.map { ($0, Borrowed($0).word) }.filter { subjects.contains($0.1) }
        guard !held.isEmpty else { return }
        deferred.withLock { deferred in
            for (object, address) in held {
                let holders = holders(of: address, among: records)
                if !holders.isEmpty { deferred.append(Deferred(object: object, address: address, holders: holders)) }
            }
        }
    }

    /// Releases the objects whose last frame the calling thread has left.
    @usableFromInline
    static func releaseDeferred() {
        let record = ThreadLocal.record
        let released = deferred.withLock { deferred in
            record.hasDeferred = false
            for index in deferred.indices where deferred[index].holders.contains(record) {
                if record.holds(deferred[index].address) {
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

    /// The threads with a frame that holds an address; each is marked, to look for deferred objects when it leaves a
    /// frame.
    ///
    /// The mark is set before the second look. A thread clears its frame before it reads the mark. All these steps are
    /// sequentially consistent: if a frame is left in between, either this function sees it empty, or its thread sees
    /// the mark.
    private static func holders(of address: UInt, among records: [ThreadRecord]) -> [ThreadRecord] {
        records.filter { record in
            guard record.holds(address) else { return false }
            record.hasDeferred = true
            return record.holds(address)
        }
    }
}
