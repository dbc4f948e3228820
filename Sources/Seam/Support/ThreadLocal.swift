#if canImport(Darwin)
internal import Darwin
#elseif canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Android)
internal import Android
#endif

/// The one thread-local of the library: the calling thread's ``ThreadRecord``.
@usableFromInline
enum ThreadLocal {
    /// The records of the living threads, and the free records of those that have ended.
    fileprivate struct Records {
        var living: [ThreadRecord] = []
        var free: [ThreadRecord] = []
    }

    private static let records = Lock(Records())

    /// The record of the calling thread, made on first use.
    @usableFromInline
    static var record: ThreadRecord { record(under: key) }

    /// The record of the calling thread, for callers that have a copy of ``key``.
    @inline(__always)
    static func record(under key: pthread_key_t) -> ThreadRecord {
        if let record = unsafe pthread_getspecific(key) {
            return unsafe ThreadRecord(record.assumingMemoryBound(to: ThreadRecord.Storage.self))
        }
        return claim()
    }

    /// The records of the living threads that satisfy a condition, which is called under the lock.
    ///
    /// A thread that comes later sees all changes made before this was called: both take the lock.
    static func living(where condition: (ThreadRecord) -> Bool) -> [ThreadRecord] {
        records.withLock { $0.living.filter(condition) }
    }

    /// The key of the record in the system's thread-specific data.
    static let key: pthread_key_t = {
        var key = pthread_key_t()
        let status = unsafe pthread_key_create(&key) { record in
            // Called by the system when a thread ends. The pointer is optional outside Apple's platforms.
            guard let record = unsafe record as UnsafeMutableRawPointer? else { return }
            unsafe free(ThreadRecord(record.assumingMemoryBound(to: ThreadRecord.Storage.self)))
        }
        // No precondition: its text is not printed by an optimised program.
        guard status == 0 else { fatalError("The process has no thread-specific key left for Seam.") }
        return key
    }()

    /// Claims the record of a thread that has ended, or makes a new one.
    @inline(never)
    static func claim() -> ThreadRecord {
        let record = records.withLock { records in
            let record = records.free.popLast() ?? .allocate()
            records.add(record)
            return record
        }
        record.stackLimit = .max
        record.shortcutLimit = .max
        unsafe pthread_setspecific(key, record.storage)
        return record
    }

    /// Frees the record of a thread that has ended, for a later one.
    fileprivate static func free(_ record: ThreadRecord) {
        if record.isOccupied {
            // The system has taken the record from the thread, and would call this again if it found one afterwards.
            unsafe pthread_setspecific(key, record.storage)
            record.vacate()
            pthread_setspecific(key, nil)
        }
        records.withLock { $0.remove(record) }
    }
}

extension ThreadLocal.Records {
    fileprivate mutating func add(_ record: ThreadRecord) {
        record.index = living.count
        living.append(record)
    }

    fileprivate mutating func remove(_ record: ThreadRecord) {
        let last = living.removeLast()
        if last != record {
            living[record.index] = last
            last.index = record.index
        }
        free.append(record)
    }
}

extension ThreadRecord {
    fileprivate var index: Int {
        get { unsafe storage.pointee.index }
        nonmutating set { unsafe storage.pointee.index = newValue }
    }
}
