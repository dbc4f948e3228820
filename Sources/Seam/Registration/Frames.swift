/// The objects behind the addresses in a thread's frames: entries, containers, dependencies, and builds or the lazy
/// values that they are made for on demand.
///
/// The caller that enters a frame keeps its container, dependencies, and build or lazy value alive until the frame is
/// left. A frame that is entered during a read keeps its entry alive itself, through ``Reclamation``; the caller keeps
/// the entry of any other one. So the objects below may be used as long as their frame is active.
extension ThreadRecord {
    /// Enters a frame for a factory that builds for the same kept instance as the frame below.
    @inline(__always)
    func enter(_ entry: Borrowed<RegistryEntry>, in container: Container) {
        enter(subject: entry.word, context: Borrowed(container).word, dependencies: top.dependencies)
    }

    /// Enters a frame for a factory.
    ///
    /// - Parameters:
    ///   - dependencies: The dependencies that the factory's requests are noted in.
    ///   - build: The build of the instance, if the instance is kept.
    func enter(
        _ entry: RegistryEntry,
        in container: Container,
        arguments: ArgumentAddress? = nil,
        dependencies: Dependencies?,
        build: Build?
    ) {
        enter(
            subject: Borrowed(entry).word,
            context: Borrowed(container).word,
            arguments: arguments,
            dependencies: dependencies.map { Borrowed($0).word } ?? 0,
            build: build.map { Borrowed($0).word } ?? 0
        )
    }

    /// Enters a frame that builds nothing: it makes a container the current one, or hides it.
    ///
    /// - Parameter dependencies: The dependencies that requests are noted in; those of the frame below if `nil`.
    func enterContext(of container: Container?, dependencies: Dependencies? = nil) {
        enterContext(container.map { Borrowed($0).word } ?? 0, dependencies: dependencies.map { Borrowed($0).word })
    }

    /// Enters a frame whose requests are made for a build, in a container and for no kept instance.
    func enterContext(for build: Build, in container: Container) {
        enterContext(Borrowed(container).word, dependencies: 0, build: Borrowed(build).word)
    }

    /// Enters a frame whose requests are made for a build; the current container stays.
    func enterContext(for build: Build) { enterContext(top.context, build: Borrowed(build).word) }

    /// Enters a frame whose requests are made to resolve a lazy value; the current container stays.
    func enterContext(for attempt: LazyBinding) {
        enterContext(top.context, build: Borrowed(attempt).word | Frame.onDemand)
    }

    /// Ends a build: from now on, requests of its frame are made for the build around it.
    ///
    /// Otherwise the wait of such a request would hold up the build that is over, and not those around it.
    func forget(_ build: Build) {
        if top.build == Borrowed(build).word { top.forgetBuild() }
    }

    /// The dependencies that requests are noted in: those of a kept instance.
    var dependencies: Dependencies? { Borrowed<Dependencies>(top.dependencies)?.object }

    /// Whether the thread, or the async factory that its task works for, builds for a kept instance.
    @inline(__always)
    var notesDependencies: Bool { top.dependencies != 0 || TaskFrame.isBuildingForKeptInstance }

    /// The innermost build under way; that of a lazy value is made on demand.
    ///
    /// - Complexity: O(*n*) in the number of frames above it.
    func makeInnermostBuild() -> Build? {
        // Without the bottom frame, which nothing is built in.
        var frame = top
        while let below = frame.previous {
            if let build = frame.makeBuildIfNeeded() { return build }
            frame = below
        }
        return nil
    }

    /// Whether the thread is building something.
    ///
    /// Frames of `withContainer`, by which alone a thread ``isOccupied``, do not count: a program may run its main loop
    /// inside them.
    var isBuilding: Bool {
        nesting != 0 || redirection != nil
            || frames.contains { $0.context != 0 || $0.build != 0 || $0.dependencies != 0 }
    }

    /// The frames, the innermost first.
    var frames: some Sequence<Frame> { sequence(first: top, next: \.previous) }
}

extension Frame {
    /// The entry whose factory is running, if the frame has one.
    var entry: RegistryEntry? { Borrowed<RegistryEntry>(subject)?.object }

    /// The build that the frame was entered for; that of a lazy value is made on demand.
    func makeBuildIfNeeded() -> Build? {
        guard build & Self.onDemand != 0 else { return Borrowed<Build>(build)?.object }
        return Borrowed<LazyBinding>(build ^ Self.onDemand)?.object.makeBuildIfNeeded()
    }

    /// Whether the frame builds with `entry` in `container`.
    func isFor(_ entry: RegistryEntry, in container: Container) -> Bool {
        subject == Borrowed(entry).word && context == Borrowed(container).word
    }
}
