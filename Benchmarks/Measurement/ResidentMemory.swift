import Foundation

/// The memory of this process that is resident.
enum ResidentMemory {
    /// The number of bytes; `nil` on systems without `/proc`.
    static var bytes: Int? {
        guard
            let statistics = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8),
            let pages = statistics.split(separator: " ").dropFirst().first.flatMap({ Int($0) })
        else { return nil }
        return pages * sysconf(Int32(_SC_PAGESIZE))
    }
}
