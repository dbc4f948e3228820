import TestKit
import Testing

@testable import Seam

/// The jobs of an executor that has threads of its own.
struct JobQueueTests {
    private final class Executor: TaskExecutor {
        let queue: JobQueue
        let started = Counter()

        init(threads limit: Int) { queue = JobQueue(threads: limit) }

        func enqueue(_ job: consuming ExecutorJob) {
            start(queue.add(job))
        }

        func start(_ count: Int) {
            for _ in 0..<count {
                started.increment()
                _ = WorkerThread { self.queue.run(on: self) }
            }
        }
    }

    @Test(.timeLimit(.minutes(15)), arguments: [1, 2, 5, 64])
    func manyBurstsOfTasksAreRun(limit: Int) async throws {
        let executor = Executor(threads: limit)
        let done = try await Deadline.valueInTask {
            var done = 0
            for _ in 0..<300 {
                done += await withTaskGroup { group in
                    for _ in 0..<20 { group.addTask(executorPreference: executor) { 1 } }
                    return await group.reduce(0, +)
                }
            }
            return done
        }
        #expect(done == 6_000)
    }

    /// Nor fewer: a thread that was counted and not started would be missing for ever.
    @Test(.timeLimit(.minutes(15))) func noMoreThreadsThanTheLimitRunJobs() async throws {
        let executor = Executor(threads: 3)
        // A limit that is no higher changes nothing.
        #expect(executor.queue.raiseLimit(to: 1) == 0)
        let (running, mayEnd) = (Counter(), Gate())
        let tasks = (0..<10)
            .map { _ in
                Task(executorPreference: executor) {
                    running.increment()
                    mayEnd.wait()
                }
            }
        await running.reaches(3)
        #expect(executor.started.count == 3)
        executor.start(executor.queue.raiseLimit(to: 5))
        await running.reaches(5)
        #expect(executor.started.count == 5)
        mayEnd.open()
        for task in tasks { await task.value }
    }

    @Test(.timeLimit(.minutes(15))) func threadThatIsLeftIsReplaced() async throws {
        let executor = Executor(threads: 1)
        let (isStuck, mayEnd) = (Gate(), Gate())
        let stuck = Task(executorPreference: executor) {
            executor.start(executor.queue.leaveThread())
            isStuck.open()
            mayEnd.wait()
        }
        await isStuck.pass()
        await Task(executorPreference: executor) {}.value
        mayEnd.open()
        await stuck.value
    }
}
