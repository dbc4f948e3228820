import Dispatch
import Foundation
import Seam
import Synchronization

extension GrowthCurve {
    /// Threads that have asked for a service and are gone.
    static let threads: [GrowthCurve] = [
        GrowthCurve(name: "a registration replaced and used, after threads that have lived", sizes: [1, 10, 100, 1000])
        { count in
            let container = Container.filled(registerService)
            live(threads: count, in: container)
            return Fastest.repetition { count in
                for _ in 0..<count {
                    registerService(in: container)
                    consume(resolveService(from: container))
                }
            }
        }
    ]

    /// Starts threads that all live at the same time, each asks for the service, and waits until they are gone.
    private static func live(threads count: Int, in container: Container) {
        let arrived = DispatchSemaphore(value: 0)
        let leave = DispatchSemaphore(value: 0)
        let threads = (0..<count)
            .map { _ in
                let thread = Thread {
                    consume(resolveService(from: container))
                    arrived.signal()
                    leave.wait()
                }
                thread.stackSize = 256 << 10
                thread.start()
                return thread
            }
        for _ in threads { arrived.wait() }
        for _ in threads { leave.signal() }
        for thread in threads {
            while !thread.isFinished { sched_yield() }
        }
    }
}
