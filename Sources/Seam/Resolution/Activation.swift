/// One request on the slow path, from its registration to the instance.
///
/// The steps are the same for all: target → slot → build → decorate → `onCreate` → publish. Between ``begin(at:)`` and
/// ``succeed(_:at:)`` or ``fail(_:)``, the caller calls the factory, since only the caller knows the types.
///
/// Autofac calls this a `ResolveRequest`.
final class Activation {
    /// The container that was asked.
    let asked: Container
    let target: Target
    /// The number of container decorators before the target was found; if it has grown, the target may lack one.
    private var decorationCount = Container.decorationCount
    /// The arguments of an asynchronous request, if there are any.
    let box: ValueBox?
    /// The address of the arguments: in the box, or else valid during a call of ``begin(at:)`` or ``succeed(_:at:)``.
    private(set) var arguments: ArgumentAddress?
    let site: StaticCallSite
    /// The parts of a declared service that its container does not store.
    let declared: DeclaredParts?
    /// The build that this request makes, if the instance is kept.
    var build: Build?
    /// The user's storage, under a custom scope.
    var storage: (any InstanceStorage)?
    /// The build of this request, if its instance is published later, when the builds that it waits for are finished.
    var delayedBuild: Build?
    private(set) var dependencies: Dependencies?
    /// The time from which the age of an alias counts, if it expires with its target.
    private(set) var birth: Duration?
    /// The report to the listeners of the containers, if there are any.
    let report: RequestReport?
    /// The `onResolved` hooks of the instance, if the outermost request was over before it.
    var lateHooks: (Resolution, ResolvedHooks)?

    init(
        of found: Container.Found,
        asked: Container,
        arguments box: ValueBox?,
        site: StaticCallSite,
        declared: DeclaredParts? = nil
    ) throws(ResolutionError) {
        (self.asked, self.box, self.site, self.declared) = (asked, box, site, declared)
        arguments = box.map { ArgumentAddress($0) }
        report = .begin(found, asked: asked, depth: Stack().wholeDepth)
        do throws(ResolutionError) {
            target = try asked.presentTarget(of: found, declared, site: site)
        } catch {
            report?.ended(.failed(error))
            throw error
        }
    }

    /// Restarts a request whose registration was replaced, decorated or given another scope meanwhile.
    init(renewing other: Activation) throws(ResolutionError) {
        (asked, box, arguments, site) = (other.asked, other.box, other.arguments, other.site)
        target = try asked.presentTarget(of: (other.target.entry, other.target.owner), other.declared, site: site)
        (declared, report) = (other.declared, other.report)
    }

    private init(copying other: Activation) {
        (asked, target, box, arguments) = (other.asked, other.target, other.box, other.arguments)
        (site, declared, report, decorationCount) = (other.site, other.declared, other.report, other.decorationCount)
        (build, storage, dependencies, birth) = (other.build, other.storage, other.dependencies, other.birth)
    }

    /// Moves the build of this request to an activation of its own, which continues it; this one has no build then.
    func detachBuild() -> Activation {
        let detached = Activation(copying: self)
        (build, storage) = (nil, nil)
        return detached
    }

    /// The container that the instance is built in.
    var builder: Container { target.builder }
    var resolver: Resolver { Resolver(builder) }

    private var isOutdated: Bool { decorationCount != Container.decorationCount }

    /// The services from the outermost request to this one.
    var path: [ServiceKey] { Stack().path + [target.entry.key] }
}

// MARK: - Target and slot

extension Activation {
    /// The next step of a request.
    enum Step {
        /// Take the instance.
        case use(ValueBox)
        /// Wait for the build of another request.
        case wait(Build)
        /// Call the factory.
        case call
        /// Take another way: the instance is not ready, and the caller may not build it.
        case missing
        /// Go on with a request that is made anew.
        case renewed(Activation)
    }

    /// Advances the request to its next step: drops an instance that is too old, and begins a build or joins one.
    ///
    /// - Parameters:
    ///   - mayBuild: Whether the caller can call the factory; if not, it may only use an instance that is ready.
    ///   - isOfTask: Whether a kept instance is built by a task of its own.
    func advance(mayBuild: Bool, byTask isOfTask: Bool = false) throws(ResolutionError) -> Step {
        guard ThreadLocal.record.hasStackLeft else { throw Failure.tooDeep(path: path, site: site) }
        let stack = Stack()
        while true {
            guard let (table, slot) = findSlot(stack) else {
                guard mayBuild else { return try instanceOfOuterCall(stack).map { .use($0) } ?? .missing }
                guard !isOutdated else { return .renewed(try Activation(renewing: self)) }
                dependencies = .current
                return try instanceOfOuterCall(stack).map { .use($0) } ?? .call
            }
            if case .graph = target.lifetime, let stored = storedGraphInstance(stack) { return .use(stored) }
            guard mayBuild else {
                if let box = take(from: slot) { return .use(box) }
                if let box = try instanceOfOuterCall(stack) { return .use(box) }
                // The instance may be gone with its registration, whose successor may be built here.
                return target.isOutOfUse ? .renewed(try Activation(renewing: self)) : .missing
            }
            switch enter(slot, in: table, byTask: isOfTask) {
            case .use(let instance):
                if let box = take(instance) { return .use(box) }
                table.dropUseless(instance, in: slot, published: target.entry.ready)
            case .wait(let build):
                return takeUnfinished(build).map { .use($0) } ?? .wait(build)
            case .build(let build): return try beginBuild(build, stack)
            case .outdated: return .renewed(try Activation(renewing: self))
            case .retired:
                table.forget(slot)
                return .renewed(try Activation(renewing: self))
            }
        }
    }

    /// Enters a slot with the build that this request may make there.
    private func enter(_ slot: InstanceSlot, in table: SlotTable, byTask isOfTask: Bool) -> InstanceSlot.Decision {
        let (waiter, outer) = (Waiter.current, Dependencies.current)
        return slot.enter {
            if isOutdated { return nil }
            let own = dependenciesOfInstance(inside: outer)
            return Build(of: target.entry, at: slot, in: table, for: waiter, dependencies: own, isOfTask: isOfTask)
        }
    }

    /// Begins the build that this request makes; uses the instance if it is in the user's storage.
    private func beginBuild(_ build: Build, _ stack: Stack) throws(ResolutionError) -> Step {
        self.build = build
        if let cache = target.cache { target.owner.noteKeeping(target.entry, in: cache.own) }
        // An instance that is built during a reset may hold something from before it, and is not kept.
        if target.isBeingReset { build.leaveSlot() }
        dependencies = build.dependencies
        birth = readBirthOfAlias()
        if let box = instanceInStorage(of: build) {
            noteDependency(build.dependencies)
            return .use(box)
        }
        if let box = try instanceOfOuterCall(stack) {
            forget(build).end(.missed)
            return .use(box)
        }
        return .call
    }
}

// MARK: - Synchronous requests

extension Activation {
    /// The state of a synchronous request that has begun.
    enum Beginning {
        /// The instance is there, and the request has ended.
        case ready(ValueBox)
        /// The caller has to call the factory, in a frame, for this request or the one that has taken its place.
        case call(Activation)
    }

    /// Advances the request until the factory has to be called, or the instance is there; blocks the thread while
    /// another request builds.
    func begin(at address: ArgumentAddress?) throws(ResolutionError) -> Beginning {
        let record = ThreadLocal.record
        record.nesting += 1
        arguments = address
        defer { arguments = nil }
        let step: Step
        do throws(ResolutionError) {
            step = try stepAfterWaiting()
        } catch {
            let failure = reportFailure(error)
            endFailed(record)
            throw failure
        }
        switch step {
        case .use(let box):
            report?.ended(.reused(box))
            try end()
            return .ready(box)
        case .renewed(let other):
            record.nesting -= 1
            return try other.begin(at: address)
        case .call: return .call(self)
        case .wait, .missing: preconditionFailure("This step comes after waiting.")
        }
    }

    /// Advances the request, and waits for the builds of other requests; the result is never `wait` or `missing`.
    private func stepAfterWaiting() throws(ResolutionError) -> Step {
        while true {
            switch try advance(mayBuild: mayBuildHere) {
            case .wait(let build): if let box = try wait(for: build) { return .use(box) }
            case .missing:
                return .use(try instanceWithoutWaiting(target.entry, underWay: findSlot(Stack())?.slot.buildUnderWay))
            case let step: return step
            }
        }
    }

    /// Reports the failure of the request, and returns it.
    ///
    /// - Parameter isLeft: Whether the request leaves a build of its own to its task, which reports the end.
    func reportFailure(_ failure: ResolutionError, isLeft: Bool = false) -> ResolutionError {
        if isLeft { report?.leave() } else { report?.ended(.failed(failure)) }
        return failure
    }

    /// Waits for the build of another request.
    ///
    /// A request that could build the instance itself meets the build of a task, if the service is an alias whose
    /// target is ready by now.
    ///
    /// - Returns: The instance; `nil` if the build has failed or ended before, and this request has to try again.
    private func wait(for build: Build) throws(ResolutionError) -> ValueBox? {
        guard !build.isOfTask else {
            if let box = try instanceOfOuterCall(Stack()) { return box }
            return try instanceWithoutWaiting(target.end, underWay: build)
        }
        guard let box = try WaitGraph.blockingInstance(of: build, path: path, site: site) else { return nil }
        noteDependency(build.dependencies)
        return box
    }

    /// Completes the instance that the factory has made, keeps it as its scope says, and ends the request.
    func succeed<Service>(_ instance: inout Service, at address: ArgumentAddress?) throws(ResolutionError) {
        arguments = address
        defer { arguments = nil }
        let (record, build) = (ThreadLocal.record, build)
        // The address that the factory was given may be invalid by now.
        record.top.arguments = address
        do {
            try keep(try complete(&instance))
        } catch {
            throw fail(error)
        }
        leaveFrame(record)
        noteDependency(build?.dependencies)
        if let delayedBuild { WaitGraph.notePrerequisite(delayedBuild, of: .current) }
        if let report { report.ended(outcome(of: ValueBox(instance))) }
        if lateHooks != nil { runLateHooks(for: .current) }
        try end()
    }

    /// Ends the request after the factory, a decorator or a hook has thrown.
    ///
    /// - Returns: The failure of the request.
    func fail(_ error: any Error) -> ResolutionError {
        let record = ThreadLocal.record
        let failure = Failure.failed(error, site: site)
        abandon(failure, below: Stack().depth - 1)
        leaveFrame(record)
        report?.ended(.failed(failure))
        endFailed(record)
        return failure
    }

    /// Ends the request; if it is the outermost one, runs the `onResolved` hooks.
    ///
    /// - Throws: The first failure of an `onResolved` hook.
    private func end() throws(ResolutionError) {
        let record = ThreadLocal.record
        record.nesting -= 1
        try record.endRequest()
    }

    private func endFailed(_ record: ThreadRecord) {
        record.nesting -= 1
        record.failRequest()
    }
}
