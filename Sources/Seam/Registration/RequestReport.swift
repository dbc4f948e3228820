internal import Synchronization

/// One request, as it is reported to the listeners of the containers that it passes.
final class RequestReport: Sendable {
    /// The steps after the factory, in their order.
    enum Step {
        /// The decorators: the factory has returned.
        case decorators
        /// The `onCreate` hooks: the decorators have returned.
        case hooks
    }

    /// The end of a request.
    enum Outcome: Sendable {
        /// The request has built the instance.
        case built(ValueBox)
        /// The request has found the instance.
        case reused(ValueBox)
        /// The request has no instance.
        case failed(ResolutionError)
    }

    /// A number that no other request has.
    let number: Int
    /// The registration that the request has found.
    let entry: RegistryEntry
    /// The container that was asked.
    let asked: Container
    /// The number of services that are being built around the request.
    let depth: Int
    /// The time at which the request began.
    let beginning = ContinuousClock.now
    /// The listeners of the containers from the asked one up to the owner of the registration.
    private let listeners: [any RequestListener]
    private let detached = Lock(Detached.underWay)

    /// The state of a build in a task of its own.
    private enum Detached {
        case underWay
        /// The build has ended, and the request that began it is about to report that.
        case ended(Outcome)
        /// The request has left the build to its task.
        case left
    }

    private static let count = Atomic<Int>(0)

    private init(of entry: RegistryEntry, asked: Container, depth: Int, to listeners: [any RequestListener]) {
        self.entry = entry
        self.asked = asked
        self.depth = depth
        number = Self.count.add(1, ordering: .relaxed).newValue
        self.listeners = listeners
    }

    /// Reports the beginning of a request; `nil` if there is no listener.
    static func begin(_ found: Container.Found, asked: Container, depth: @autoclosure () -> Int) -> RequestReport? {
        let listeners = asked.listeners(upTo: found.owner)
        guard !listeners.isEmpty else { return nil }
        let report = RequestReport(of: found.entry, asked: asked, depth: depth(), to: listeners)
        for listener in listeners { listener.requestBegan(report) }
        return report
    }

    func reached(_ step: Step) {
        for listener in listeners { listener.requestReached(step, self) }
    }

    /// Notes the end of a build that has a task of its own.
    ///
    /// The request reports that end, before the requests around it end. If the request has left, the task reports it
    /// here.
    func endedDetached(_ outcome: Outcome) {
        let isLeft = detached.withLock { state in
            if case .left = state { return true }
            state = .ended(outcome)
            return false
        }
        if isLeft { ended(outcome) }
    }

    /// Leaves the report to the task of the build, because the request does not wait for its end.
    ///
    /// If the build has ended already, the request reports this here.
    func leave() {
        let outcome = detached.withLock { state -> Outcome? in
            if case .ended(let outcome) = state { return outcome }
            state = .left
            return nil
        }
        if let outcome { ended(outcome) }
    }

    func ended(_ outcome: Outcome) {
        for listener in listeners { listener.requestEnded(self, outcome) }
    }
}

// MARK: - Listeners

/// A listener to the requests of a container, such as an observer or a dry run.
///
/// All methods are called under no lock: on the thread or in the task that makes the request or drops the instances, or
/// in the task of a build that its request has left. As long as a container has listeners, all requests that look into
/// it take the slow path. Without listeners, a request costs nothing more.
protocol RequestListener: AnyObject, Sendable {
    /// A request has found its registration, and is about to get the instance.
    func requestBegan(_ report: RequestReport)
    /// The factory or the decorators of a request have returned, and the next step begins.
    func requestReached(_ step: RequestReport.Step, _ report: RequestReport)
    /// A request has its instance, or has failed.
    func requestEnded(_ report: RequestReport, _ outcome: RequestReport.Outcome)
    /// A request has found no registration.
    func requestMissed(_ failure: ResolutionError, of key: ServiceKey, in container: Container)
    /// A value was made that resolves a service later; the closure returns `nil` for a declared service whose property
    /// cannot be read.
    func lazyValueMade(_ dependency: () -> LazyDependency?, in container: Container)
    /// The instances that a container kept for a registration were dropped.
    func instancesDropped(_ drop: InstanceDrop)
    /// A request that cannot throw has failed in a factory of the container; the program stops when this returns.
    func programStops(with error: ResolutionError)
}

/// By default, a listener ignores every event.
extension RequestListener {
    func requestBegan(_ report: RequestReport) {}
    func requestReached(_ step: RequestReport.Step, _ report: RequestReport) {}
    func requestEnded(_ report: RequestReport, _ outcome: RequestReport.Outcome) {}
    func requestMissed(_ failure: ResolutionError, of key: ServiceKey, in container: Container) {}
    func lazyValueMade(_ dependency: () -> LazyDependency?, in container: Container) {}
    func instancesDropped(_ drop: InstanceDrop) {}
    func programStops(with error: ResolutionError) {}
}

/// A service that a lazy value resolves later.
struct LazyDependency {
    let type: any Any.Type
    let list: any ArgumentList.Type
    let name: ServiceName?
    let site: StaticCallSite
    /// Whether the lazy value holds the service once it is resolved.
    var isHeld = true
    /// The registration of a declared service, and what its request brings along.
    var declared: (found: Container.Found, parts: DeclaredParts, arguments: ValueBox?)?
}

/// The instances of a registration that a container has dropped.
struct InstanceDrop {
    enum Reason {
        case reset
        case disposed
    }

    let entry: RegistryEntry
    let container: Container
    let instances: [ValueBox]
    let reason: Reason
}

extension Container {
    /// The listeners to the requests of this container.
    var listeners: [any RequestListener] { table.isHidden ? state.withLock { $0.listeners.unshared() } : [] }

    /// The listeners of this container and of those above it, up to the owner of a registration if there is one.
    func listeners(upTo owner: Container?) -> [any RequestListener] {
        var found: [any RequestListener] = []
        visitChain(upTo: owner) { container in
            for listener in container.listeners where !found.contains(where: { $0 === listener }) {
                found.append(listener)
            }
        }
        return found
    }

    /// Adds a listener; from now on the requests of the container take the slow path.
    func add(_ listener: any RequestListener) {
        prepareForUse()
        state.withLock { state in
            state.listeners.append(listener)
            setTableHidden(true)
        }
    }

    /// Removes a listener.
    func remove(_ listener: any RequestListener) {
        state.withLockReleasing { state -> (any RequestListener)? in
            guard let index = state.listeners.firstIndex(where: { $0 === listener }) else { return nil }
            let removed = state.listeners.remove(at: index)
            setTableHidden(!state.isReadable)
            return removed
        }
    }

    /// Reports a value that resolves a service later, if somebody wants to know: only a dry run does.
    ///
    /// - Parameter dependency: The service; `nil` if it is a declared one whose property cannot be read.
    func reportLazy(_ dependency: @autoclosure () -> LazyDependency?) {
        guard table.isHidden else { return }
        for listener in listeners { listener.lazyValueMade(dependency, in: self) }
    }

    /// Reports that the instances of a registration were dropped.
    func reportDropped(_ dropped: borrowing DroppedInstances, of entry: RegistryEntry, _ reason: InstanceDrop.Reason) {
        let listeners = listeners
        guard !listeners.isEmpty else { return }
        let instances = dropped.all.filter { !$0.isOfAlias }.compactMap { $0.instance.box(as: entry.type) }
        guard !instances.isEmpty else { return }
        let drop = InstanceDrop(entry: entry, container: self, instances: instances, reason: reason)
        for listener in listeners { listener.instancesDropped(drop) }
    }
}
