/// The ways to resolve a declared service.
extension Factory {
    /// The service: from the nearest override, or else from the declaration.
    ///
    /// May be called from any thread; waits while another request builds the same kept instance.
    ///
    /// - Note: Stops the program with the text of the ``ResolutionError`` if the service cannot be resolved.
    /// - Complexity: O(1) on average for each container that is searched, and the time of the closure.
    @inlinable @inline(__always)
    public func callAsFunction(
        _ arguments: repeat each Argument,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) -> Service {
        required(ArgumentPack(repeat each arguments), site: StaticCallSite(fileID: fileID, line: line))
    }

    /// The service: from the nearest override, or else from the declaration.
    ///
    /// May be called from any thread; waits while another request builds the same kept instance.
    ///
    /// - Note: Stops the program with the text of the ``ResolutionError`` if the service cannot be resolved.
    /// - Complexity: O(1) on average for each container that is searched, and the time of the closure.
    @inlinable @inline(__always)
    public func resolve(
        _ arguments: repeat each Argument,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) -> Service {
        required(ArgumentPack(repeat each arguments), site: StaticCallSite(fileID: fileID, line: line))
    }

    /// The service; throws if it cannot be resolved.
    ///
    /// May be called from any thread; waits while another request builds the same kept instance.
    ///
    /// - Throws: ``ResolutionError``: the code, cause and location of the innermost request that failed, and the whole
    ///   path.
    /// - Complexity: O(1) on average for each container that is searched, and the time of the closure.
    @inlinable @inline(__always)
    public func tryResolve(
        _ arguments: repeat each Argument,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) throws(ResolutionError) -> Service {
        try instance(ArgumentPack(repeat each arguments), site: StaticCallSite(fileID: fileID, line: line))
    }

    /// The service, whether its closure is synchronous, async or bound to the main actor.
    ///
    /// May be called from any task, which suspends while another one builds the same kept instance.
    ///
    /// - Throws: ``ResolutionError`` with the whole path; `CancellationError` if the calling task is cancelled while it
    ///   waits, or if an async closure that runs in it throws one then.
    /// - Complexity: O(1) on average for each container that is searched, and the time of the closure.
    @inlinable @inline(__always)
    public func resolveAsync(
        _ arguments: repeat each Argument,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) async throws -> Service {
        let request = request(ArgumentPack(repeat each arguments), site: StaticCallSite(fileID: fileID, line: line))
        return try await request.answer(Service.self)
    }
}

// MARK: - The edge

extension Factory {
    /// The service; stops the program if it cannot be resolved.
    ///
    /// The callers of this are inlined, so that no empty pack is left in an async caller: the optimiser of Swift 6.3
    /// crashes on one. They need not be inlined any more when no supported compiler crashes.
    @inlinable
    func required(_ arguments: ArgumentPack<repeat each Argument>, site: StaticCallSite) -> Service {
        do {
            return try instance(arguments, site: site)
        } catch {
            error.stopProgram()
        }
    }

    /// The instance: from the nearest override, or else from the declaration.
    ///
    /// The key proves that the entry which is found has these types.
    @inlinable
    func instance(
        _ arguments: ArgumentPack<repeat each Argument>,
        site: StaticCallSite
    ) throws(ResolutionError) -> Service {
        let lookup = container.lookUp(signature, declaredAt: place, settings)
        let record = lookup.record
        switch lookup.shortcut {
        case .ready(let word):
            return container.readyInstance(at: word, record)
        case .indirect(.marked(let word)):
            guard let instance: Service = container.markedInstance(at: word, record) else { break }
            return instance
        case .call(let entry):
            let factory = factory(of: entry)
            defer { withExtendedLifetime(factory) {} }
            return try container.calledInstance(factory.borrowed, record, arguments, site)
        case let shortcut?:
            return try otherInstance(by: shortcut, record, arguments, site)
        case nil:
            break
        }
        return try resolveSlowly(arguments, site: site)
    }

    /// The factory of an override, or else the closure of the declaration.
    @inlinable @inline(__always)
    func factory(of entry: Borrowed<RegistryEntry>) -> ErasedFactory {
        let overriding = entry.use { $0.isDeclaration } ? nil : entry.use { $0.factory }
        return overriding ?? ErasedFactory(plainWithArguments: closure)
    }

    /// The instance at the end of another shortcut; ends the read.
    ///
    /// Not specialised: a copy for each declared service would take a kilobyte of the program.
    @usableFromInline @inline(never)
    func otherInstance(
        by shortcut: Shortcut,
        _ record: ThreadRecord,
        _ arguments: ArgumentPack<repeat each Argument>,
        _ site: StaticCallSite
    ) throws(ResolutionError) -> Service {
        switch shortcut {
        case .complete(let entry):
            let factory = factory(of: entry)
            defer { withExtendedLifetime(factory) {} }
            return try container.completedInstance(entry, factory.borrowed, declared: settings, record, arguments, site)
        case .graph(let entry):
            let (factory, isFitting) = (factory(of: entry), ValueStore.fits(Service.self))
            guard let place = record.enterGraphBuild(of: entry, in: container, mayStore: isFitting) else { break }
            defer { withExtendedLifetime(factory) {} }
            return try container.graphInstance(at: place, factory.borrowed, record, arguments, site)
        case .indirect(.keyed(let entry)):
            guard let instance: Service = container.keyedInstance(of: entry, record, arguments) else { break }
            return instance
        case .ready, .call, .keep, .indirect:
            record.endReading()
        }
        return try resolveSlowly(arguments, site: site)
    }

    @usableFromInline @inline(never)
    func resolveSlowly(
        _ arguments: ArgumentPack<repeat each Argument>,
        site: StaticCallSite
    ) throws(ResolutionError) -> Service {
        try activation(of: request(site: site)).instance(arguments)
    }

    private func request(site: StaticCallSite) -> Request {
        var request = Request(
            Service.self,
            name: nil,
            in: container,
            ArgumentPack<repeat each Argument>.self,
            site: site
        )
        request.declaration = place
        return request
    }

    private func activation(of request: Request) throws(ResolutionError) -> Activation {
        let container = request.container
        container.prepareForUse()
        try request.requireOpen(container)
        let found = found(from: container)
        try request.requireOpen(found.owner)
        return try request.activation(of: found, declared: parts)
    }

    private func found(from container: Container) -> Container.Found {
        container.nearestEntry(signature: signature, declaredAt: place) { owner in
            makeEntry(.declaration, in: owner, site: place.site, factory: .placeholder)
        }
    }

    private var parts: DeclaredParts {
        DeclaredParts(factory: ErasedFactory(plainWithArguments: closure), settings: settings)
    }

    /// The dependency of a value that resolves the service later.
    func lazyDependency(
        _ arguments: ArgumentPack<repeat each Argument>,
        site: StaticCallSite,
        isHeld: Bool
    ) -> LazyDependency {
        LazyDependency(
            type: Service.self,
            list: ArgumentPack<repeat each Argument>.self,
            name: nil,
            site: site,
            isHeld: isHeld,
            declared: (found(from: container), parts, arguments.box)
        )
    }

    @usableFromInline
    func request(_ arguments: ArgumentPack<repeat each Argument>, site: StaticCallSite) -> DeclaredRequest {
        let box = arguments.box
        return DeclaredRequest(container: container) { () throws(ResolutionError) in
            try activation(of: request(site: site).with(arguments: box))
        }
    }
}

/// An asynchronous request for a declared service; not generic, so that an async caller has no pack.
@usableFromInline
struct DeclaredRequest {
    let container: Container
    let activation: () throws(ResolutionError) -> Activation

    /// The instance.
    ///
    /// - Precondition: `Service` is the type of the declaration.
    @usableFromInline
    func answer<Service>(_: Service.Type) async throws -> Service {
        for container in container.chain { try await container.prepareForUse() }
        let box = try await Resolution.withinOneRequest { resolution in
            try await activation().instance(in: resolution)
        }
        return box.value(as: Service.self)
    }
}

// MARK: - Messages of the compiler

/// Unavailable forms for requests without the arguments, of which Swift 6.3 says only that packs differ in their shape.
/// They are needed until the compiler names the mistake.
extension Factory {
    /// Unavailable: the declared service has arguments.
    @available(*, unavailable, message: "the declared service has arguments, which are passed here")
    public func callAsFunction(fileID: StaticString = #fileID, line: UInt = #line) -> Service { fatalError() }

    /// Unavailable: the declared service has arguments.
    @available(*, unavailable, message: "the declared service has arguments, which are passed here")
    public func resolve(fileID: StaticString = #fileID, line: UInt = #line) -> Service { fatalError() }

    /// Unavailable: the declared service has arguments.
    @available(*, unavailable, message: "the declared service has arguments, which are passed here")
    public func tryResolve(
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) throws(ResolutionError) -> Service {
        fatalError()
    }

    /// Unavailable: the declared service has arguments.
    @available(*, unavailable, message: "the declared service has arguments, which are passed here")
    public func resolveAsync(fileID: StaticString = #fileID, line: UInt = #line) async throws -> Service {
        fatalError()
    }
}
