import Foundation

/// The calling thread.
package enum CurrentThread {
    /// Tells the thread from every other one that is alive.
    package static var id: UInt { UInt(bitPattern: ObjectIdentifier(Thread.current)) }

    /// Lets other threads run, so that they meet the caller in the middle of its work.
    package static func yield() {
        for _ in 0..<3 { sched_yield() }
    }
}
