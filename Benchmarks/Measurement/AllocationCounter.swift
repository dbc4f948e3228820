import Foundation
import Synchronization

/// Counts the objects that a piece of work allocates, including those that it releases.
///
/// The Swift runtime allocates every object, box, closure context and array through one function that its
/// instruments may replace. It is replaced only while something is counted, never while something is timed.
///
/// All unsafe code of the benchmarks is here. The invariants: the two symbols are the runtime's own, declared in its
/// `HeapObject.h`; the replacement has the signature of what it replaces, and calls it; it is in place on one thread,
/// while no other thread of this program runs.
struct AllocationCounter {
    private let slot: UnsafeMutablePointer<AllocateObject>
    private let isReplaceable: UnsafeMutablePointer<Bool>

    /// `nil` if the runtime does not offer its allocation function for replacement, or does not call what replaces it.
    init?() {
        guard
            let slot = dlsym(dlopen(nil, RTLD_LAZY), "_swift_allocObject"),
            let isReplaceable = dlsym(dlopen(nil, RTLD_LAZY), Self.permission),
            RuntimeAllocation.original != nil
        else { return nil }
        self.slot = slot.assumingMemoryBound(to: AllocateObject.self)
        self.isReplaceable = isReplaceable.assumingMemoryBound(to: Bool.self)
        guard count({ consume(Probe()) }) > 0 else { return nil }
    }

    /// An object that is allocated to see whether it is counted.
    private final class Probe {}

    /// The number of objects that the work allocates.
    func count(_ work: () -> Void) -> Int {
        guard let original = RuntimeAllocation.original else { return 0 }
        RuntimeAllocation.count.store(0, ordering: .relaxed)
        slot.pointee = { metadata, size, alignment in
            RuntimeAllocation.count.add(1, ordering: .relaxed)
            return RuntimeAllocation.original?(metadata, size, alignment)
        }
        isReplaceable.pointee = true
        work()
        isReplaceable.pointee = false
        slot.pointee = original
        return RuntimeAllocation.count.load(ordering: .relaxed)
    }

    /// Objects per operation that our side of a comparison allocates and its floor does not.
    func surplus(of pair: Pair) -> Double {
        let repetitions = 100
        pair.floor(repetitions)
        pair.seam(repetitions)
        let floor = count { pair.floor(repetitions) }
        let seam = count { pair.seam(repetitions) }
        return Double(seam - floor) / Double(repetitions * pair.operations)
    }

    private static let permission = "_swift_enableSwizzlingOfAllocationAndRefCountingFunctions_forInstrumentsOnly"
}

/// Whether objects can be counted on this system, as far as is known: the counting has been tried on Linux alone.
#if os(Linux)
let countsObjects = true
#else
let countsObjects = false
#endif

private typealias AllocateObject =
    @convention(c) @Sendable (UnsafeRawPointer?, Int, Int) -> UnsafeMutableRawPointer?

/// The state of the replacement, which as a C function captures nothing.
private enum RuntimeAllocation {
    static let count = Atomic<Int>(0)
    static let original = dlsym(dlopen(nil, RTLD_LAZY), "_swift_allocObject")?
        .assumingMemoryBound(to: AllocateObject.self).pointee
}
