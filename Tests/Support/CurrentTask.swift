/// The calling task.
package enum CurrentTask {
    /// Lets other tasks run, so that they meet the caller in the middle of its work.
    package static func yield(times: Int = 100) async {
        for _ in 0..<times { await Task.yield() }
    }
}
