import Foundation

/// The memory of this process that is resident.
package enum ResidentMemory {
    /// The number of bytes; `nil` on systems without `/proc`.
    package static var bytes: Int? {
        guard
            let statistics = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8),
            let pages = statistics.split(separator: " ").dropFirst().first.flatMap({ Int($0) })
        else { return nil }
        return pages * sysconf(Int32(_SC_PAGESIZE))
    }

    /// Lets all threads allocate from one pool, if glibc allocates.
    ///
    /// Otherwise each thread has a pool of its own. What one thread takes and another one returns goes back to the pool
    /// of the first, so memory grows for a long time although all of it is returned.
    package static func useOnePool() {
        typealias SetOption = @convention(c) (_ option: Int32, _ value: Int32) -> Int32
        let maximumOfArenas: Int32 = -8
        guard let address = unsafe dlsym(dlopen(nil, RTLD_NOW), "mallopt") else { return }
        _ = unsafe unsafeBitCast(address, to: SetOption.self)(maximumOfArenas, 1)
    }

    /// Whether the number shows what a program holds: a sanitizer keeps released memory for a while.
    package static var showsGrowth: Bool { bytes != nil && !Sanitizer.isActive }

    /// The bytes by which memory grows while `body` is called again and again; `nil` where they are not known.
    ///
    /// The first tenth of the calls is not measured: it fills caches and the allocator's own stock.
    package static func growth(calls: Int, _ body: () -> Void) -> Int? {
        for _ in 0..<(calls / 10) { body() }
        guard let before = bytes else { return nil }
        for _ in 0..<calls { body() }
        return bytes.map { $0 - before }
    }
}
