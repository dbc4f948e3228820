import Foundation
import Seam

extension Workload {
    /// Two threads that make services at the same time, in a process that has bound no container and in one that has.
    static var twoThreads: [Workload] {
        ThreadedRequest.ofMain.flatMap { request in
            [twoThreads(request, afterBinding: false), twoThreads(request, afterBinding: true)]
        } + [twoThreads(.bound, afterBinding: false)]
    }

    private static let hasTwoProcessors = ProcessInfo.processInfo.activeProcessorCount > 1

    /// The part of a second thread that is left when both make objects in the same way.
    ///
    /// The worth of a second thread depends on the machine: if two processors share a core, it is less than one thread.
    /// These rounds measure it with objects made by hand, and our part is compared with the result.
    private static func twoThreads(_ request: ThreadedRequest, afterBinding: Bool) -> Workload {
        Workload(
            name: "two threads, \(request)\(afterBinding ? ", after withContainer" : "")",
            floor: "twice one thread",
            budget: .atLeast(goal: 0.95, gate: 0.8),
            isIsolated: true,
            isMeasurable: hasTwoProcessors
        ) { sampler in
            guard hasTwoProcessors else { return Outcome(ratio: nil) }
            Container.fillMain()
            if afterBinding { withContainer(Container()) {} }
            let byHand = ThreadedBatch(oneObject)
            let resolved = ThreadedBatch(request.batch)
            var machine = ThreadSamples()
            var ours = ThreadSamples()
            for _ in 0..<sampler.taking(0.4).rounds {
                machine.append(alone: byHand.time(threads: 1), together: byHand.time(threads: 2))
                ours.append(alone: resolved.time(threads: 1), together: resolved.time(threads: 2))
            }
            return Outcome(ratio: Distribution(of: zip(ours.worth, machine.worth).map { $0 / min(1, $1) }))
        }
    }
}

/// A way to ask for a service.
private enum ThreadedRequest: CustomStringConvertible {
    case heldContainer
    case freeFunction
    case propertyWrapper
    /// Binds a container of the thread's own, and asks it.
    case bound

    /// The ways to ask the main container.
    static let ofMain = [heldContainer, freeFunction, propertyWrapper]

    var description: String {
        switch self {
        case .heldContainer: "held container"
        case .freeFunction: "free resolve()"
        case .propertyWrapper: "@Inject"
        case .bound: "withContainer, one each"
        }
    }

    var batch: @Sendable (Int) -> Void {
        switch self {
        case .heldContainer:
            { [container = Container.main] count in
                for _ in 0..<count { consume(resolveService(from: container)) }
            }
        case .freeFunction: { count in for _ in 0..<count { consume(freelyResolvedService()) } }
        case .propertyWrapper: { count in for _ in 0..<count { consume(injectedService()) } }
        case .bound:
            { count in
                let container = Container()
                container.register((any Service).self) { LiveService() }
                for _ in 0..<count { withContainer(container) { consume(freelyResolvedService()) } }
            }
        }
    }
}

/// A value that finds its service itself.
private struct Owner {
    @Inject var service: any Service
}

/// Asks the current container for the service.
@inline(never)
func freelyResolvedService() -> any Service {
    Seam.resolve()
}

/// Makes a value whose property wrapper asks the current container for the service.
@inline(never)
func injectedService() -> any Service {
    Owner().service
}
