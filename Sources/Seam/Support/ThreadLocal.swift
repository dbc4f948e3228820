internal import Synchronization

#if canImport(Darwin)
public import Darwin
#elseif canImport(Glibc)
public import Glibc
#elseif canImport(Musl)
public import Musl
#elseif canImport(Android)
public import Android
#endif

/// The one thread-local of the library: the calling thread's ``ThreadRecord``.
@usableFromInline
enum ThreadLocal {
    /// The record of the calling thread, made on first use.
    @usableFromInline
    static var record: ThreadRecord.Pointer { record(under: key) }

    /// The record of the calling thread, for those who keep ``key`` where they can read it without a check.
    @inlinable @inline(__always)
    static func record(under key: pthread_key_t) -> ThreadRecord.Pointer {
        if let record = pthread_getspecific(key) {
            return record.assumingMemoryBound(to: ThreadRecord.self)
        }
        return claim()
    }

    /// The newest record; each knows the one before it.
    ///
    /// Records are reused and never freed.
    static var newest: ThreadRecord.Pointer? {
        ThreadRecord.Pointer(bitPattern: list.load(ordering: .sequentiallyConsistent))
    }

    private static let list = Atomic<UInt>(0)

    /// What the system files the record under.
    static let key: pthread_key_t = {
        var key = pthread_key_t()
        let status = pthread_key_create(&key, threadEnded)
        precondition(status == 0, "The process has no thread-specific key left for Seam.")
        return key
    }()

    /// Takes over the record of a thread that has ended, or registers a new one.
    @usableFromInline
    static func claim() -> ThreadRecord.Pointer {
        var candidate = newest
        while let record = candidate {
            let claimed = record.pointee.isClaimed.compareExchange(
                expected: false,
                desired: true,
                ordering: .acquiringAndReleasing
            )
            if claimed.exchanged { return bind(record) }
            candidate = record.pointee.successor
        }
        // A record of its own cache lines, so that no thread's announcements slow down another's.
        let record =
            UnsafeMutableRawPointer
            .allocate(byteCount: max(128, MemoryLayout<ThreadRecord>.stride), alignment: 128)
            .bindMemory(to: ThreadRecord.self, capacity: 1)
        while true {
            let head = list.load(ordering: .sequentiallyConsistent)
            record.initialize(to: ThreadRecord(successor: ThreadRecord.Pointer(bitPattern: head)))
            let exchanged = list.compareExchange(
                expected: head,
                desired: UInt(bitPattern: record),
                ordering: .sequentiallyConsistent
            )
            if exchanged.exchanged { return bind(record) }
            discard(record)
        }
    }

    /// Leaves the record of a thread that has ended to the next one.
    static func leave(_ record: UnsafeMutableRawPointer) {
        record.assumingMemoryBound(to: ThreadRecord.self).pointee.isClaimed.store(false, ordering: .releasing)
    }

    private static func bind(_ record: ThreadRecord.Pointer) -> ThreadRecord.Pointer {
        pthread_setspecific(key, record)
        return record
    }

    /// Frees what an attempt to register has allocated; nobody has seen the record.
    private static func discard(_ record: ThreadRecord.Pointer) {
        record.pointee.bottom.deinitialize(count: 1).deallocate()
        record.pointee.buckets.deallocate()
        record.deinitialize(count: 1)
    }
}
