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
    private struct Deferred {
        let object: any AnyObject & Sendable
        var holders: Set<ThreadRecord>
    }

    /// The deferred objects, by their addresses.
    private static let deferred = Lock<[UInt: Deferred]>([:])

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
    /// - Complexity: O(*n*) in the number of objects and of frames.
    static func reclaim<Object: AnyObject & Sendable>(_ objects: [Object]) {
        guard !objects.isEmpty else { return }
        waitForReaders()
        // A thread that comes later cannot find the objects. Mostly, no thread is in a frame.
        let candidates = ThreadLocal.living { $0.hasSubject }
        guard !candidates.isEmpty else { return }
        let addresses = Set(objects.map { Borrowed($0).word })
        let records = candidates.filter { !$0.subjects(in: addresses).isEmpty }
        guard !records.isEmpty else { return }
        deferred.withLock { deferred in
            let held = records.map { ($0, markedSubjects(in: addresses, of: $0)) }
            for object in objects {
                let address = Borrowed(object).word
                for (record, subjects) in held where subjects.contains(address) {
                    // The object may be deferred already, since several containers may file one registration.
                    deferred[address, default: Deferred(object: object, holders: [])].holders.insert(record)
                }
            }
        }
    }

    /// Releases an object that is deferred, if the calling thread has left the last frame that holds it.
    ///
    /// - Complexity: O(*n*) in the number of deferred objects.
    @usableFromInline @inline(never)
    static func releaseDeferred(_ subject: UInt) {
        let record = ThreadLocal.record
        deferred.withLockReleasing { deferred in
            var released: Deferred?
            // An outer frame of this thread may hold it as well.
            if record.frame(of: subject) == nil {
                deferred[subject]?.holders.remove(record)
                if deferred[subject]?.holders.isEmpty == true { released = deferred.removeValue(forKey: subject) }
            }
            record.hasDeferred = deferred.values.contains { $0.holders.contains(record) }
            return released
        }
    }

    /// The objects that the frames of a thread hold; the thread is marked, to look for deferred objects when it leaves
    /// a frame.
    ///
    /// The mark is set before the look. A thread clears its frame before it reads the mark. All these steps are
    /// sequentially consistent: if a frame is left in between, either this function sees it empty, or its thread sees
    /// the mark.
    private static func markedSubjects(in addresses: Set<UInt>, of record: ThreadRecord) -> Set<UInt> {
        record.hasDeferred = true
        return record.subjects(in: addresses)
    }
}
