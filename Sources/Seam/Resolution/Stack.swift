/// The requests under way on the calling thread and in its task: the path of an error, the cycle check, and the
/// resolution that a new request is part of.
///
/// The frames of the thread are the innermost. Outside them are the frames of the async factories that the task works
/// for. The cast of a shared object to its ``Resolution`` is below, with its proof.
struct Stack {
    let record: ThreadRecord
    /// The innermost async factory under way.
    let task: TaskFrame.Content?
    private let taskFrame: TaskFrame?

    init() {
        record = ThreadLocal.record
        taskFrame = TaskContext.current.frame
        task = taskFrame?.content
    }

    /// The frame of the innermost async factory, if its build is under way.
    var outerTask: TaskFrame? { task == nil ? nil : taskFrame }

    /// The resolution that a request is part of, if there is one already.
    var currentResolution: Resolution? { record.resolution ?? task?.resolution }

    /// The resolution that a request is part of; makes one for the thread if there is none.
    func makeResolutionIfNeeded() -> Resolution {
        if let resolution = currentResolution { return resolution }
        let resolution = Resolution()
        record.resolutionObject = resolution
        record.isUnsettled = true
        return resolution
    }
}

// MARK: - The path

extension Stack {
    /// A service that is being built: by a frame of the thread, or by an async factory.
    fileprivate enum Level {
        case frame(Frame, RegistryEntry)
        case task(TaskFrame.Content)
    }

    /// The services that are being built, from the outermost request inwards.
    ///
    /// - Complexity: O(*n*) in the depth.
    var path: [ServiceKey] { entries.map(\.key) }

    /// The services outside the path, if the task builds for a request of another task.
    ///
    /// - Complexity: O(*n*) in the number of async factories.
    var outerPath: OuterPath? { tasks.reduce(nil) { $1.outerPath } }

    /// The services around a build that gets a task of its own.
    var pathOfOwnTask: OuterPath? {
        let path = path
        return path.isEmpty ? outerPath : OuterPath(path, inside: outerPath)
    }

    /// The registrations of the services on the path.
    ///
    /// - Complexity: O(*n*) in the depth.
    var entries: [RegistryEntry] {
        var entries: [RegistryEntry] = []
        forEachLevel { entries.append($0.entry) }
        return entries.reversed()
    }

    /// The number of services on the path.
    ///
    /// - Complexity: O(*n*) in the depth.
    var depth: Int {
        var count = 0
        forEachLevel { _ in count += 1 }
        return count
    }

    /// The number of services on the path and outside it.
    ///
    /// - Complexity: O(*n*) in the depth.
    var wholeDepth: Int { depth + (outerPath?.services.count ?? 0) }

    /// The innermost service that is being built.
    var innermost: RegistryEntry? {
        record.frames.first { $0.entry != nil }?.entry ?? task?.entry
    }

    /// Whether a registration is on the path, in any container.
    ///
    /// - Complexity: O(1) on average, and O(*n*) in the number of async factories.
    func contains(_ entry: RegistryEntry) -> Bool {
        record.frame(of: Borrowed(entry).word) != nil || tasks.contains { $0.entry === entry }
    }

    /// Whether the path of an inner error begins with the path of this stack.
    ///
    /// Compares only the length and the innermost service, and no keys in between.
    ///
    /// - Complexity: O(*n*) in the depth.
    func isCovered(by path: [ServiceKey]) -> Bool {
        guard let innermost else { return true }
        let count = depth
        return path.count >= count && path[count - 1] == innermost.key
    }

    /// Calls `body` with each service that is being built, the innermost first.
    private func forEachLevel(_ body: (Level) -> Void) {
        for frame in record.frames {
            if let entry = frame.entry { body(.frame(frame, entry)) }
        }
        for content in tasks { body(.task(content)) }
    }

    /// The async factories that the task works for, the innermost first.
    var tasks: some Sequence<TaskFrame.Content> { tasks { $0.outer } }

    /// The async factories that the task works for, and those of the requests that have started the builds around it.
    private var tasksOfAllBuilds: some Sequence<TaskFrame.Content> { tasks { $0.outer ?? $0.context.frame } }

    private func tasks(
        outside outer: @escaping (TaskFrame.Content) -> TaskFrame?
    ) -> some Sequence<TaskFrame.Content> {
        sequence(state: task) { next in
            defer { next = next.flatMap(outer)?.content }
            return next
        }
    }
}

extension Stack.Level {
    var build: Build? {
        switch self {
        case .frame(let frame, _): frame.makeBuildIfNeeded()
        case .task(let content): content.waiter.build
        }
    }

    var entry: RegistryEntry {
        switch self {
        case .frame(_, let entry): entry
        case .task(let content): content.entry
        }
    }

    /// Whether the arguments are equal to those of a request for the same service.
    func hasArguments(equalTo own: ArgumentReference) -> Bool {
        switch self {
        case .frame(let frame, _):
            guard let other = frame.arguments else { return false }
            if frame.argumentHash == 0 { frame.argumentHash = own.type.hash(at: other) ?? 0 }
            return frame.argumentHash == own.hash && own.type.areEqual(own.address, other)
        case .task(let content):
            guard let other = content.arguments, content.argumentHash == own.hash else { return false }
            return own.type.areEqual(own.address, ArgumentAddress(other))
        }
    }
}

// MARK: - The cycle check

extension Stack {
    /// The call under way that builds a registration in a container with equal arguments, if there is one.
    ///
    /// Arguments that are not `Hashable` cannot be compared, and count as equal after 128 repetitions.
    ///
    /// - Complexity: O(1) on average, and O(*n*) in the number of builds of the same service on the thread with other
    ///   arguments, whose hashes are compared; also in that of the async factories around, if one may be the same.
    fileprivate func call(of entry: RegistryEntry, in container: Container, arguments: ArgumentAddress?) -> Level? {
        let innermost = record.frame(of: Borrowed(entry).word)
        guard innermost != nil || task != nil else { return nil }
        let own = arguments.flatMap { ArgumentReference(entry.arguments, at: $0) }
        var repetitions = 0
        func isEqual(_ level: Level) -> Bool {
            guard arguments != nil else { return true }
            if let own { return level.hasArguments(equalTo: own) }
            repetitions += 1
            return repetitions >= 128
        }
        var frame = innermost
        while let current = frame {
            if current.isFor(entry, in: container), isEqual(.frame(current, entry)) { return .frame(current, entry) }
            frame = current.shadowed
        }
        guard let task, task.resolution.mayAwait(entry, argumentHash: own?.hash ?? 0) else { return nil }
        return tasksOfAllBuilds.first { $0.entry === entry && $0.container === container && isEqual(.task($0)) }
            .map { .task($0) }
    }
}

extension Activation {
    /// The instance of a call of the same factory around this request; `nil` if there is no such call.
    ///
    /// The call has an instance while its hooks run, and while the `onResolved` hooks of services inside it do. The
    /// slot lacks the instance if a reset has dropped it meanwhile.
    ///
    /// - Throws: `circularDependency` if there is a call, and its instance is not built.
    func instanceOfOuterCall(_ stack: Stack) throws(ResolutionError) -> ValueBox? {
        guard let call = outerCall(stack) else { return nil }
        if let box = unfinishedInstance(of: call) ?? endedInstance(of: call) { return box }
        let error = Failure.circular(path: path, site: site)
        abandon(error, below: stack.depth)
        throw error
    }

    private func outerCall(_ stack: Stack) -> Stack.Level? {
        guard !target.isPassedOn else { return nil }
        // The `==` and `hash(into:)` of arguments may make requests: they are part of the build.
        let inner = arguments == nil ? nil : build
        if let inner { stack.record.enterContext(for: inner, in: builder) }
        defer { if inner != nil { stack.record.leaveContext() } }
        return stack.call(of: target.entry, in: builder, arguments: arguments)
    }

    private func unfinishedInstance(of call: Stack.Level) -> ValueBox? {
        // The waiter of an async factory whose instance is not kept is the build around it.
        guard let build = call.build, build.service === target.entry, let box = takeUnfinished(build) else {
            return nil
        }
        leaveSlotsOfBuilds(inside: build)
        return box
    }

    /// The instance of a call that is over, if an `onResolved` hook of a service inside it makes this request.
    private func endedInstance(of call: Stack.Level) -> ValueBox? {
        guard case .frame(let frame, _) = call, let end = frame.node?.endOfBuild else { return nil }
        noteDependency(end.build.dependencies)
        leaveSlotsOfBuilds(inside: end.build)
        return end.instance
    }

    /// An instance of the same scope that is given the dropped one is not kept either.
    private func leaveSlotsOfBuilds(inside build: Build) {
        for inner in WaitGraph.builds(of: .current, inside: build) where inner.isKept(like: build) {
            inner.leaveSlot()
        }
    }
}

// MARK: - The shared object

extension ThreadRecord {
    /// The resolution of the outermost request.
    ///
    /// The cast cannot fail: only this file and `releaseSharedObjects` set `resolutionObject`, to a resolution or to
    /// `nil`.
    var resolution: Resolution? { resolutionObject.map { unsafe unsafeDowncast($0, to: Resolution.self) } }

    /// Makes `resolution` the resolution of the thread while `body` runs, and hides the thread's own resolution and
    /// store.
    func with<Result, Thrown: Error>(
        _ resolution: Resolution,
        _ body: () throws(Thrown) -> Result
    ) throws(Thrown) -> Result {
        let outer = resolutionObject
        let hidden = hideStore()
        resolutionObject = resolution
        nesting += 1
        defer {
            nesting -= 1
            resolutionObject = outer
            showStore(hidden)
            if nesting == 0 { withExtendedLifetime(takePathObjects()) {} }
        }
        return try body()
    }
}

// MARK: - A thread that is left behind

extension Stack {
    /// Fails the builds under way, so that other requests do not wait for them for ever, and ends the frames of async
    /// factories.
    func abandonBuilds(after error: ResolutionError) {
        for frame in record.frames { frame.makeBuildIfNeeded()?.end(.failed(error)) }
        var outer = outerTask
        while let frame = outer, let content = frame.content {
            content.waiter.build?.end(.failed(error))
            frame.end(isLeftBehind: true)
            outer = content.outer
        }
    }
}
