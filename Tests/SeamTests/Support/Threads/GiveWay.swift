import Foundation

/// Lets other threads run, so that they meet the caller in the middle of what it does.
func giveWay() {
    for _ in 0..<3 { sched_yield() }
}
